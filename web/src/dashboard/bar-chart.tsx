/** A bar of a chart. */
export interface Bar {
  /** The name of what it measures, such as a day. */
  readonly label: string;
  readonly value: number;
}

interface BarChartProps {
  readonly name: string;
  /** The sum, shown above the bars. */
  readonly total: string;
  readonly bars: ReadonlyArray<Bar>;
  readonly textOf: (value: number) => string;
}

const WIDTH = 640;
const HEIGHT = 120;
/** The gap between two bars, as a fraction of the width of a bar with its gap. */
const GAP = 0.25;

/** Values as bars from left to right, each with its text on hover. */
export const BarChart = ({ name, total, bars, textOf }: BarChartProps) => {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const step = WIDTH / Math.max(bars.length, 1);
  const heightOf = (value: number): number => (most === 0 ? 0 : (value / most) * HEIGHT);
  const [first, last] = [bars[0]?.label, bars.at(-1)?.label];
  return (
    <figure className="bar-chart">
      <figcaption>
        {name} <strong>{total}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}: ${total}`}
      >
        {bars.map(({ label, value }, index) => (
          <g key={label}>
            <title>{`${label}: ${textOf(value)}`}</title>
            {/* The target of the pointer, because a low bar is hard to hit. */}
            <rect className="day" x={index * step} y={0} width={step} height={HEIGHT} />
            <rect
              x={(index + GAP / 2) * step}
              y={HEIGHT - heightOf(value)}
              width={(1 - GAP) * step}
              height={heightOf(value)}
            />
          </g>
        ))}
      </svg>
      <div className="axis" aria-hidden>
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </figure>
  );
};
