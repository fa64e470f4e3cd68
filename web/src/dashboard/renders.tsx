import { useQuery } from '@tanstack/react-query';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf, ofId, recordOf } from '../../../clients/typescript/core/connection.js';
import { isFinished } from '../../../clients/typescript/core/renders.js';
import type { Render } from '../../../clients/typescript/core/types.js';
import { Button } from '../shared/buttons.js';
import { downloadJson } from '../shared/download.js';
import { OutputButtons } from '../shared/output-buttons.js';
import { OutputExpiry, RENDER_STATES, renderedVersion } from '../shared/outputs.js';
import { paced } from '../shared/rate-limits.js';
import { RenderFailureText } from '../shared/render-failure.js';
import { useAction } from '../shared/use-action.js';
import { CheckFile } from './check-file.js';
import { Table } from './table.js';
import { t } from '../words/words.js';
import { momentText, percentText } from '../shared/texts.js';

/** The interval at which unfinished renders are read again, in ms. */
const REFRESH = 1500;

const Result = ({ client, render }: { readonly client: Client; readonly render: Render }) => {
  const { _id, outputUrl, error, createdAt } = render;
  const cancel = useAction(() => client.renders.cancel(_id), ['renders']);
  const receipt = useAction(async () => {
    const signed = await recordOf(client.api.GET('/v1/renders/{id}/receipt', ofId(_id)));
    downloadJson(signed, `receipt-${_id}.json`);
  });
  const problem = cancel.error ?? receipt.error;
  return (
    <>
      <OutputButtons
        {...{ render }}
        label={t('Output of the render of {date}', { date: momentText(createdAt) })}
      >
        {outputUrl !== undefined && (
          <Button text={t('Receipt')} disabled={receipt.isPending} onClick={() => receipt.mutate()} />
        )}
        {!isFinished(render) && (
          <Button text={t('Cancel')} disabled={cancel.isPending} onClick={() => cancel.mutate()} />
        )}
      </OutputButtons>
      <OutputExpiry render={render} />
      {error !== undefined && <RenderFailureText {...{ client, render }} />}
      {problem && <p role="alert">{problem.message}</p>}
    </>
  );
};

/** The renders of the owner, with live progress, failures, outputs and receipts. */
export const Renders = ({ client }: { readonly client: Client }) => {
  const { data, error } = useQuery({
    queryKey: ['renders'],
    queryFn: () => bodyOf(client.api.GET('/v1/renders/search', { params: { query: { limit: 50 } } })),
    refetchInterval: ({ state }) => (state.data?.data.every(isFinished) === true ? false : paced(REFRESH)),
  });
  return (
    <>
      <h2>{t('Renders')}</h2>
      {error && <p role="alert">{error.message}</p>}
      <Table columns={[t('Video'), t('Requested'), t('State'), t('Result')]}>
        {data?.data.map((render) => (
          <tr key={render._id}>
            <td>
              <a href={`/editor/${render.videoId}`}>{render.videoData.metadata.name}</a>
              <br />
              <small>{renderedVersion(render)}</small>
            </td>
            <td>{momentText(render.createdAt)}</td>
            <td>
              <span className={`badge ${render.status}`}>{RENDER_STATES[render.status]}</span>
              {!isFinished(render) && (
                <div className="buttons">
                  <progress
                    max={1}
                    value={render.progress}
                    aria-label={t('Progress of the render of {date}', { date: momentText(render.createdAt) })}
                  />
                  <small>{percentText(render.progress)}</small>
                </div>
              )}
            </td>
            <td>
              <Result client={client} render={render} />
            </td>
          </tr>
        ))}
      </Table>
      {data?.data.length === 0 && <p className="empty">{t('No renders yet: render one of your videos.')}</p>}
      <CheckFile client={client} />
    </>
  );
};
