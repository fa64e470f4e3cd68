import type { Got } from 'got';
import { makeMedia } from './media.js';
import { demoProject, DURATION_MS } from './project.js';

interface ChosenProject {
  /** The name of the files that the demo writes. */
  readonly name: string;
  readonly project: object;
  readonly durationMs: number;
}

interface Sample {
  readonly _id: string;
  readonly video: { readonly metadata: { readonly duration: number } };
}

/** The project of the demo itself, with media that are generated in the folder and served below the base address. */
const ownProject = async (folder: string, base: string): Promise<ChosenProject> => {
  console.log('Generating a video with a tone, an image and speech ...');
  const media = await makeMedia(folder);
  return { name: 'demo', project: demoProject(media, base), durationMs: DURATION_MS };
};

/** A sample of the service. */
const sample = async (api: Got, name: string): Promise<ChosenProject> => {
  const { data } = await api('v1/samples').json<{ readonly data: ReadonlyArray<Sample> }>();
  const found = data.find(({ _id }) => _id === name);
  if (found === undefined)
    throw new Error(`there is no sample ${name}: name one of ${data.map(({ _id }) => _id).join(', ')}`);
  return { name, project: found.video, durationMs: found.video.metadata.duration };
};

/** The project that the demo renders: the sample that the command line names, or by default one of its own. */
export const projectToRender = (api: Got, folder: string, base: string): Promise<ChosenProject> => {
  const [name] = process.argv.slice(2);
  return name === undefined ? ownProject(folder, base) : sample(api, name);
};
