import { openVideoPage } from '../shared/video-page.js';
import { documentOf } from './document.js';
import { Editor } from './editor.js';

openVideoPage({
  read: async (access) => {
    const { client, videoId, link } = access;
    // Links for viewing have a page of their own. The token is kept for this tab, where it finds it.
    if (link.isViewOnly) return new Promise<never>(() => location.replace(`/view/${videoId}`));
    const { video, etag } = await client.videos.getVersioned(videoId);
    return {
      access: { ...access, renderOptions: video.renderOptionsInUI },
      initial: { document: documentOf(video), etag },
    };
  },
  Shown: ({ content }) => <Editor {...content} />,
});
