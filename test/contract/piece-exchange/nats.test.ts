import { connectToNats } from '../../../infrastructure/nats/connection.js';
import { natsPieceExchange } from '../../../infrastructure/nats/piece-exchange.js';
import { startTestNats } from '../../support/servers/nats.js';
import { pieceExchangeContract } from './piece-exchange-contract.js';

pieceExchangeContract('NATS', async () => {
  const server = await startTestNats();
  const [lender, helper] = [
    await connectToNats(server.url, 'lender'),
    await connectToNats(server.url, 'helper'),
  ];
  return {
    lender: natsPieceExchange(lender),
    helper: natsPieceExchange(helper),
    close: async () => {
      await Promise.all([lender.close(), helper.close()]);
      await server.stop();
    },
  };
});
