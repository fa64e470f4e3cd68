const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  s: 1,
  sec: 1,
  seconds: 1,
  ms: 0.001,
  m: 60,
  min: 60,
};

/** Seconds from a number, a text with a unit, or a clock time such as `01:02:03.5`. Undefined for anything else. */
export const secondsIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d{1,6})?)$/.exec(value.trim());
  if (clock)
    return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number((clock[3] ?? '0').replace(',', '.'));
  const [, number, unit = ''] =
    /^(-?\d{0,9}\.?\d{1,20}|-?\d{1,9}\.)\s*([a-z]{0,8})$/i.exec(value.trim()) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
};
