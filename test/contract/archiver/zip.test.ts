import { zipArchiver } from '../../../infrastructure/rendering/archive/zip-archiver.js';
import { archiverContract } from './archiver-contract.js';

archiverContract('client-zip', zipArchiver);
