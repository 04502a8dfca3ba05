/** The deliveries to an endpoint, newest first, with the last attempt of each event. */
import { useState } from 'react';
import { actionsColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { countOf, formatExact, formatTimestamp, statusInWords } from '../../design/format.ts';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { type WebhookDelivery, webhookDeliveryTone } from './endpoint-record.ts';

interface DeliveriesTableProps {
  /** Undefined while they are loading. */
  readonly deliveries: readonly WebhookDelivery[] | undefined;
  /** Undefined if nothing can be sent. */
  readonly onRedeliver: ((delivery: WebhookDelivery) => void) | undefined;
}

export function DeliveriesTable({ deliveries, onRedeliver }: DeliveriesTableProps) {
  const [shown, setShown] = useState<WebhookDelivery>();
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      key: 'time',
      header: 'Event',
      priority: 1,
      cell: ({ Timestamp }) => <time title={formatExact(Timestamp)}>{formatTimestamp(Timestamp)}</time>,
    },
    { key: 'kind', header: 'Kind', priority: 1, cell: ({ Kind }) => Kind },
    {
      key: 'status',
      header: 'Status',
      priority: 1,
      cell: (delivery) => <Status tone={webhookDeliveryTone(delivery)}>{statusInWords(delivery.Status)}</Status>,
    },
    {
      key: 'last',
      header: 'Last attempt',
      priority: 2,
      flexible: true,
      cell: ({ Attempts }) => <span title={lastAttempt(Attempts)}>{lastAttempt(Attempts)}</span>,
    },
    actionsColumn((delivery) => (
      <>
        {delivery.Attempts.length > 0 && (
          <RowActionButton
            action="Attempts…"
            label={`Attempts of event ${delivery.EventId}`}
            onClick={() => setShown(delivery)}
          />
        )}
        {onRedeliver && delivery.Status !== 'PENDING' && (
          <RowActionButton
            action="Send again"
            label={`Send event ${delivery.EventId} again`}
            onClick={() => onRedeliver(delivery)}
          />
        )}
      </>
    )),
  ];
  return (
    <>
      <DataTable
        label="Deliveries"
        columns={columns}
        rows={deliveries}
        rowKey={({ EventId }) => EventId}
        skeletonRows={3}
        empty={<EmptyState title="Nothing was sent yet">Send a test to see whether the receiver works.</EmptyState>}
      />
      {shown && (
        <Confirm
          title={`Attempts of ${shown.Kind}`}
          action="Done"
          otherwise={null}
          size={600}
          onConfirm={() => Promise.resolve(setShown(undefined))}
          onClose={() => setShown(undefined)}
        >
          <p>
            Event <span className="code">{shown.EventId}</span>
          </p>
          <dl>
            {shown.Attempts.toReversed().map((attempt) => (
              <div key={attempt.At}>
                <dt>{formatExact(attempt.At)}</dt>
                <dd className="wrap">{attemptInWords(attempt)}</dd>
              </div>
            ))}
          </dl>
        </Confirm>
      )}
    </>
  );
}

type Attempt = WebhookDelivery['Attempts'][number];

const attemptInWords = ({ StatusCode, Milliseconds, Response }: Attempt): string =>
  [StatusCode === 0 ? '' : `${StatusCode} after ${Milliseconds} ms`, Response].filter((text) => text !== '').join(': ');

function lastAttempt(attempts: readonly Attempt[]): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  const count = attempts.length === 1 ? '' : `${countOf(attempts.length, 'attempt')}, last `;
  return `${count}${attemptInWords(last)}`;
}
