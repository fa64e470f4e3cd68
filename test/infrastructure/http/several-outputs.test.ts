import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { endRender } from '../../support/renders/ended-renders.js';
import { apiClient } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: several outputs', () => {
  const service = forSuite(sharedService);

  it('lists every file of a render, serves each with its media type, and finds it by its hash', async () => {
    const api = apiClient(service.baseUrl, await service.issueKey('several'));
    const file = join(service.dataDir, 'a.gif');
    await writeFile(file, 'GIF89a');
    const further = {
      key: '',
      role: 'output',
      format: 'gif',
      output: 1,
      bytes: 6,
      sha256: 'b'.repeat(64),
      width: 4,
      height: 2,
      frames: 1,
      durationMs: 40,
    };
    let key = '';
    let captionsKey = '';
    const id = await endRender(service, api, 'completed', (renderId) => {
      key = `${renderId}-1.gif`;
      captionsKey = `${renderId}-2.srt`;
      const captions = { key: captionsKey, role: 'captions', format: 'srt', output: 0 } as const;
      return {
        files: [
          { ...further, key },
          { ...captions, bytes: 3, sha256: 'c'.repeat(64) },
        ],
      };
    });
    rightOf(await service.objectStorage.put(key, file)());
    const subtitles = join(service.dataDir, 'a.srt');
    await writeFile(subtitles, '1\n');
    rightOf(await service.objectStorage.put(captionsKey, subtitles)());
    const { body } = await api('GET', `/v1/renders/${id}`);
    expect(body.data.outputs).to.have.length(3);
    expect(body.data.outputs[0]).to.include({
      format: 'mp4',
      role: 'output',
      output: 0,
      url: body.data.outputUrl,
    });
    expect(body.data.outputs[1]).to.deep.equal({
      format: 'gif',
      role: 'output',
      output: 1,
      url: body.data.outputUrl.replace(/[^/]*$/, key),
      bytes: 6,
      sha256: 'b'.repeat(64),
      width: 4,
      height: 2,
      durationMs: 40,
    });
    const captions = { role: 'captions', format: 'srt', output: 0, bytes: 3, sha256: 'c'.repeat(64) };
    const url = body.data.outputUrl.replace(/[^/]*$/, captionsKey);
    expect(body.data.outputs[2]).to.deep.equal({ ...captions, url });
    const [sent] = (await api('GET', '/v1/events')).body.data;
    expect(sent.data.outputs, 'the body of the webhook').to.deep.equal(body.data.outputs);
    const receipt = (await api('GET', `/v1/renders/${id}/receipt`)).text;
    expect(receipt).to.contain('c'.repeat(64));
    const track = await fetch(`${service.baseUrl}/outputs/${captionsKey}`);
    expect([track.headers.get('content-type'), await track.text()]).to.deep.equal([
      'application/x-subrip',
      '1\n',
    ]);
    const served = await fetch(`${service.baseUrl}/outputs/${key}`, { headers: { range: 'bytes=0-2' } });
    expect([served.status, served.headers.get('content-type'), await served.text()]).to.deep.equal([
      206,
      'image/gif',
      'GIF',
    ]);
    const found = await api('POST', '/v1/verify', { body: { sha256: 'b'.repeat(64) } });
    expect(JSON.stringify(found.body)).to.contain(id);
  });
});
