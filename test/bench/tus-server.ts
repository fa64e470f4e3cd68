/** `@tus/server` alone, with the folder in its argument; tells its parent where it listens. */
import type { AddressInfo } from 'node:net';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const [, , directory = ''] = process.argv;
const server = new Server({ path: '/v1/assets', datastore: new FileStore({ directory }) }).listen(
  0,
  '127.0.0.1',
);
server.once('listening', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
