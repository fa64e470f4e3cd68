import { expect } from 'chai';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';

/** What the client writes to the console when it is created for this URL, without connecting. */
const saidOn = (address: string): ReadonlyArray<string> => {
  const { warn } = console;
  const said: Array<string> = [];
  console.warn = (...words: ReadonlyArray<unknown>) => void said.push(words.join(' '));
  try {
    connectToEventStore(address);
  } finally {
    console.warn = warn;
  }
  return said;
};

describe('warnings of the EventStoreDB client', () => {
  it('our own ping interval causes no line in the log', () => {
    expect(saidOn('esdb://127.0.0.1:2113?tls=false')).to.deep.equal([]);
  });

  it('a ping interval in the URL causes a warning', () => {
    const [warning, ...rest] = saidOn('esdb://127.0.0.1:2113?tls=false&keepAliveInterval=2000');
    expect(warning).to.contain('KeepAliveInterval of 2000');
    expect(rest).to.deep.equal([]);
  });
});
