import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { editorForSuite, isSaved, openEditor, storedVideo, TWO_TEXTS } from '../support/web/editor.js';
import { stems } from '../support/web/editor-documents.js';
import { eventually } from '../support/eventually.js';
import { LONG, sampled } from '../support/long-form.js';

/** Longer than the editor waits before it saves or tries again, ms. */
const LONG_ENOUGH = 5000;
/** How long the editor waits before it saves a change, ms. */
const SAVE_AFTER = 800;

describe('saving in the editor while the service is slow or fails', () => {
  const editor = editorForSuite();

  const idsOf = async (id: string): Promise<ReadonlyArray<string>> =>
    stems((await storedVideo(editor, id)).clips);

  /** The editor, in which the first of two clips is selected and can be split, and a handler of the changes it sends. */
  const opened = async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, context, complaints } = await openEditor(editor, video);
    let onPatch = (route: Route): Promise<void> => route.continue();
    await context.route(`**/v1/videos/${video.id}`, (route) =>
      route.request().method() === 'PATCH' ? onPatch(route) : route.continue(),
    );
    await page.getByRole('slider', { name: /^Time/ }).fill('800');
    await page.getByRole('button', { name: 'text clip first' }).focus();
    return {
      ...video,
      page,
      context,
      complaints,
      /** Handles the next change, and lets those after it through. */
      once: (handle: (route: Route) => Promise<void>): void => {
        onPatch = (route) => {
          onPatch = (later) => later.continue();
          return handle(route);
        };
      },
    };
  };

  /** Holds back the response to the next change. `stored` resolves when the service has stored it. */
  const heldBack = (once: (handle: (route: Route) => Promise<void>) => void) => {
    let release = (): void => undefined;
    const stored = new Promise<void>((reached) => {
      once(async (route) => {
        const response = await route.fetch();
        reached();
        await new Promise<void>((go) => (release = go));
        await route.fulfill({ response });
      });
    });
    return { stored, arrive: () => release() };
  };

  for (const when of sampled(['before', 'after'] as const, 2))
    it(`stores what was deleted while the answer to the split was under way, ${when} it was due to be saved`, async () => {
      const { id, page, once } = await opened();
      await page.clock.install();
      const { stored, arrive } = heldBack(once);
      await page.keyboard.press('s');
      await page.clock.runFor(LONG_ENOUGH);
      await stored;
      expect(await idsOf(id)).to.deep.equal(['first', 'first*', 'second']);
      await page.keyboard.press('Delete');
      if (when === 'after') await page.clock.runFor(LONG_ENOUGH);
      arrive();
      await eventually(async () => expect(await idsOf(id)).to.deep.equal(['first*', 'second']));
      await page.keyboard.press('Control+z');
      await eventually(async () => expect(await idsOf(id)).to.deep.equal(['first', 'first*', 'second']));
      await isSaved(page);
    });

  it('bases a save on the last one, even if the page has not drawn that one yet', async () => {
    const { id, page, complaints, once } = await opened();
    // Saves when the test says so, instead of a moment after each change.
    await page.evaluate(`(() => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (run, ms, ...given) => {
        if (ms === ${SAVE_AFTER}) globalThis.save = () => (delete globalThis.save, run());
        return ms === ${SAVE_AFTER} ? 0 : setTimeout(run, ms, ...given);
      };
    })()`);
    const saves = () => eventually(() => page.evaluate('save()'));
    const { stored, arrive } = heldBack(once);
    await page.keyboard.press('s');
    await saves();
    await stored;
    await page.keyboard.press('Delete');
    await eventually(async () => expect(await page.evaluate('typeof save')).to.equal('function'));
    // React draws when its message to itself, which is `null`, arrives.
    await page.evaluate(`(() => {
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (...message) {
        if (message[0] !== null) return postMessage.apply(this, message);
        globalThis.draw = () => {
          MessagePort.prototype.postMessage = postMessage;
          postMessage.apply(this, message);
        };
      };
    })()`);
    arrive();
    await eventually(async () => expect(await page.evaluate('typeof draw')).to.equal('function'));
    await saves();
    await page.evaluate('draw()');
    await eventually(async () => {
      await page.evaluate('globalThis.save?.()'); // if it was called before the response had been read
      expect(await idsOf(id)).to.deep.equal(['first*', 'second']);
    });
    await isSaved(page);
    expect(complaints).to.deep.equal([]);
  });

  it('stores, takes back and deletes what was changed although answers were lost or said to come later', async () => {
    const { id, page, once } = await opened();
    const lost = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort();
    };
    once(lost);
    await page.keyboard.press('s');
    await page.getByText('No connection').waitFor();
    await page.keyboard.press('Delete');
    await eventually(async () => expect(await idsOf(id)).to.deep.equal(['first*', 'second']));
    await isSaved(page);

    const second = page.getByRole('button', { name: 'text clip second' });
    await second.focus();
    once(lost);
    await page.keyboard.press('Delete');
    await page.getByText('No connection').waitFor();
    expect(await idsOf(id)).to.deep.equal(['first*']);
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await idsOf(id)).to.deep.equal(['first*', 'second']));
    await isSaved(page);

    for (const status of LONG ? [408, 500, 503] : [503]) {
      await second.focus();
      once((route) => route.fulfill({ status, json: { message: ['not now'] } }));
      await page.keyboard.press('Delete');
      await eventually(async () => expect(await idsOf(id), String(status)).to.deep.equal(['first*']));
      await isSaved(page);
      await page.keyboard.press('Control+z');
      await eventually(async () => expect(await idsOf(id)).to.deep.equal(['first*', 'second']));
    }
  });

  it('takes an older version for no change of others, and tries again, when reads lag behind what was written', async () => {
    const { id, token, page, context } = await opened();
    const authorization = `Bearer ${token}`;
    const first = await context.request.get(`${editor.service.baseUrl}/v1/videos/${id}`, {
      headers: { authorization },
    });
    await page.getByLabel('Content').fill('One');
    await isSaved(page);
    let late = 2;
    await context.route(`**/v1/videos/${id}`, (route) => {
      if (route.request().method() !== 'GET' || late === 0) return route.fallback();
      late -= 1;
      return route.fulfill({ response: first });
    });
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { fps: 50 } } });
    await eventually(() => expect(late).to.equal(1));
    await page.getByLabel('Content').fill('One two');
    await eventually(() => expect(late).to.equal(0));
    await eventually(async () => {
      const { clips, metadata } = await storedVideo(editor, id);
      expect([clips[0].textProperties.content, metadata.fps]).to.deep.equal(['One two', 50]);
    });
    await isSaved(page);
  });

  it('shows what others changed although it could not be read at first', async () => {
    const { id, page, context } = await opened();
    let failing = 1;
    await context.route(`**/v1/videos/${id}`, (route) => {
      if (route.request().method() !== 'GET' || failing === 0) return route.fallback();
      failing -= 1;
      return route.fulfill({ status: 400, json: { message: ['not now'] } });
    });
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Elsewhere' } } });
    await eventually(async () => expect(await page.title()).to.contain('Elsewhere'));
    expect(failing).to.equal(0);
    await isSaved(page);
  });

  it('keeps what others changed when a key is pressed in the moment in which it arrives', async () => {
    const { id, page } = await opened();
    // The keys come after each step of the code that reads the response, before anything else is done.
    await page.evaluate(`(() => {
      const { json } = Response.prototype;
      Response.prototype.json = async function () {
        const body = await json.call(this);
        if (body.data?.metadata?.name === 'Elsewhere') {
          Response.prototype.json = json;
          const clip = document.querySelector('.stage .clip-box.selected');
          const press = (left) => {
            clip.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
            if (left > 0) queueMicrotask(() => press(left - 1));
          };
          queueMicrotask(() => press(60));
        }
        return body;
      };
    })()`);
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Elsewhere' } } });
    await page.keyboard.press('Shift+ArrowRight');
    await eventually(async () => {
      const { metadata, clips } = await storedVideo(editor, id);
      expect(clips[0].position.x).to.equal(110);
      expect(clips[0].position.y).to.be.above(100);
      expect(metadata.name).to.equal('Elsewhere');
    });
    await isSaved(page);
    expect((await storedVideo(editor, id)).metadata.name).to.equal('Elsewhere');
  });
});
