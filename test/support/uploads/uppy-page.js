/** A page whose only input sends files with Uppy; the address, key and size of parts are in its query. */
import Uppy from '@uppy/core';
import Tus from '@uppy/tus';

const query = new URLSearchParams(location.search);
const uppy = new Uppy({ autoProceed: true }).use(Tus, {
  endpoint: query.get('endpoint'),
  headers: { 'x-api-key': query.get('key') },
  chunkSize: Number(query.get('part')),
});
uppy.on('complete', ({ failed }) => {
  document.title = failed.length === 0 ? 'sent' : failed[0].error;
});
document.querySelector('input').addEventListener('change', ({ target }) => {
  for (const data of target.files) uppy.addFile({ name: data.name, type: data.type, data });
});
