import { ColorArea } from 'react-aria-components/ColorArea';
import { ColorPicker as Picker, parseColor } from 'react-aria-components/ColorPicker';
import { ColorSlider, SliderTrack } from 'react-aria-components/ColorSlider';
import { ColorThumb } from 'react-aria-components/ColorThumb';

interface ColorPickerProps {
  /** `#RGB`, `#RRGGBB` or `#RRGGBBAA`. */
  readonly value: string;
  /** Called with `#rrggbb`, or `#rrggbbaa` for a colour that is not opaque. */
  readonly onChange: (value: string) => void;
}

/** The picker opens below its field, which is often the last that the panel shows. */
const reveal = (area: HTMLElement | null): void => area?.parentElement?.scrollIntoView({ block: 'nearest' });

/** An area and sliders on which a colour is chosen, by pointer or by keyboard. */
export const ColorPicker = ({ value, onChange }: ColorPickerProps) => (
  <Picker
    value={parseColor(value).toFormat('hsba')}
    onChange={(color) => {
      const isOpaque = color.getChannelValue('alpha') === 1;
      onChange(color.toString(isOpaque ? 'hex' : 'hexa').toLowerCase());
    }}
  >
    <ColorArea
      ref={reveal}
      className="color-area"
      colorSpace="hsb"
      xChannel="saturation"
      yChannel="brightness"
    >
      <ColorThumb className="color-thumb" />
    </ColorArea>
    {(['hue', 'alpha'] as const).map((channel) => (
      <ColorSlider key={channel} className="color-slider" colorSpace="hsb" channel={channel}>
        <SliderTrack className={`color-track ${channel}`}>
          <ColorThumb className="color-thumb" />
        </SliderTrack>
      </ColorSlider>
    ))}
  </Picker>
);
