import { skiaSceneDrawer } from '../../../infrastructure/rendering/drawing/skia-drawer.js';
import { sceneDrawerContract } from './scene-drawer-contract.js';

sceneDrawerContract('Skia in sandboxed processes', skiaSceneDrawer);
