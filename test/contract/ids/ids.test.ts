import { randomBytes } from 'node:crypto';
import { seededIds } from '../../../infrastructure/http/server/respond-once.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { idsContract } from './ids-contract.js';

const seed = randomBytes(32);

idsContract('from randomness', () => randomIds);
idsContract('from the seed of a request', () => seededIds(seed, new Date('2026-01-31T12:00:00Z')));
