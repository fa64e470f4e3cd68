import { expect } from 'chai';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { previewService } from '../../support/service/preview-service.js';

const edit = (asset: object) => ({
  timeline: { background: '#FF0000', tracks: [{ clips: [{ asset, start: 0, length: 3 }] }] },
  output: { size: { width: 64, height: 36 }, fps: 10 },
});
const TITLE = { type: 'text', text: 'Hello', width: 60, height: 30 };

interface Sheet {
  readonly preview?: string;
  readonly deviations: ReadonlyArray<{ readonly message: string }>;
}

describe('HTTP API: contact sheet of an import', () => {
  let api: Api;
  before(async () => {
    const { service } = await previewService();
    api = apiClient(service.baseUrl, await service.issueKey('imports'));
  });

  const sheetOf = async (body: object): Promise<{ readonly data: Sheet; readonly svg: string }> => {
    const response = await api('POST', '/v1/import?preview=true', { body });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { data } = response.body;
    return { data, svg: Buffer.from((data.preview ?? '').replace(/^[^,]*,/, ''), 'base64').toString() };
  };

  it('has six frames at even distances', async () => {
    const { data, svg } = await sheetOf(edit(TITLE));
    expect(data.preview).to.match(/^data:image\/svg\+xml;base64,/);
    expect([...svg.matchAll(/href="data:image\/webp;base64,\w/g)]).to.have.lengthOf(6);
    expect([...svg.matchAll(/>\s*([\d.]+) s\s*</g)].map(([, time]) => time)).to.deep.equal([
      '0.25',
      '0.75',
      '1.25',
      '1.75',
      '2.25',
      '2.75',
    ]);
  });

  it('shows what can be drawn, and names the sources that cannot', async () => {
    const [lost, toReplace] = ['http://127.0.0.1:9/none.png', 'https://replace.invalid/none.png'];
    const project = edit({ type: 'image', src: lost });
    const [track = { clips: [] }] = project.timeline.tracks;
    for (const asset of [{ type: 'image', src: toReplace }, TITLE])
      track.clips.push({ asset, start: 0, length: 3 });
    const { data, svg } = await sheetOf(project);
    expect(svg.match(/<image/g)).to.have.lengthOf(6);
    const named = data.deviations.filter(({ message }) => message.includes('the pictures are drawn without'));
    expect(named.map(({ message }) => message.includes(lost))).to.deep.equal([true]);
  });

  it('lists why there is none, and draws none unless it is asked for', async () => {
    const { data } = await sheetOf(edit({ ...TITLE, text: '{{ name }}' }));
    expect(data.preview).to.equal(undefined);
    expect(data.deviations.at(-1)?.message).to.include('merge.name is required');
    const plain = await api('POST', '/v1/import?preview=false', { body: edit(TITLE) });
    expect(plain.body.data).not.to.have.property('preview');
  });
});
