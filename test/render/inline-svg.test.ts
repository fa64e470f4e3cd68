import { expect } from 'chai';
import { compositionOf, drawFrame, studioForSuite } from '../support/renders/render.js';

describe('Inline SVG', () => {
  const studio = studioForSuite();
  const canvas = { width: 120, height: 40 };
  const frameOf = async (declaration: string) => {
    const svg = `${declaration}<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><text x="4" y="30" font-size="28" fill="#fff">Äé日</text></svg>`;
    const clip = { type: 'image', svg, timeFrame: { end: 100 }, size: canvas };
    return (await drawFrame(studio, compositionOf({ duration: 100, canvas }, [clip]), 0)).data;
  };

  it('is text, whatever encoding it states', async () => {
    const plain = await frameOf('');
    expect(Math.max(...plain)).to.be.above(200);
    for (const declaration of [
      '<?xml version="1.0" encoding="UTF-8"?>',
      "<?xml version='1.0' encoding='ISO-8859-1' standalone='no'?>\n",
      '\uFEFF<?xml version="1.0" encoding="UTF-16"?>',
    ])
      expect((await frameOf(declaration)).equals(plain), declaration).to.equal(true);
  });
});
