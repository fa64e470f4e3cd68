import type { FontFile } from './font-files.js';

export interface FontRequest {
  readonly family: string;
  /** 100–900 */
  readonly weight: number;
  readonly italic: boolean;
}

/**
 * The face of a family that is nearest to a request, by the rules of CSS Fonts Level 4, section 5.2: style first, then
 * weight. Of equally near faces, the first wins.
 */
export const nearestFace = (
  faces: ReadonlyArray<FontFile>,
  { weight, italic }: FontRequest,
): FontFile | undefined => {
  const styled = faces.filter((face) => face.italic === italic);
  const candidates = styled.length > 0 ? styled : faces;
  const distance = ({ weights: [lightest, heaviest] }: FontFile): number => {
    const nearest = Math.min(heaviest, Math.max(lightest, weight));
    const offset = nearest - weight;
    if (weight >= 400 && weight <= 500 && offset >= 0 && nearest <= 500) return offset;
    const preferred = weight > 500 ? offset >= 0 : offset <= 0;
    return Math.abs(offset) + (preferred ? 1000 : 2000);
  };
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
};
