/**
 * Releases held orders: first a preview of which will be released and which stay, then, after one click, the outcome of each. The same dialog
 * serves one order and five hundred. Address holds need a yes to their warnings, weather holds the override of an admin; the preview shows
 * the effect of both before anything happens.
 */
import { Button, Checkbox, Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperator } from '../../api/session.ts';
import { wineryColumn } from '../../design/columns.tsx';
import { DialogError } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { DialogButtons, DialogList } from '../../design/dialog-parts.tsx';
import { DoneButton } from '../../design/done-button.tsx';
import { countOf } from '../../design/format.ts';
import { documentRowKey } from '../../design/list-page.tsx';
import { useReturnFocus } from '../../design/return-focus.ts';
import { Status } from '../../design/status.tsx';
import { useSubmission } from '../../design/submission.ts';
import styles from './release-holds-dialog.module.css';
import { RemedyLink } from './remedy-link.tsx';

interface ReleasableOrder {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
  readonly OrderNo: string;
  readonly CustomerName: string;
}

type Result = ReplyOf<'/api/Holds/ReleaseMany'>;
type Outcome = Result['Outcomes'][number];
type NamedOutcome = Outcome & Pick<ReleasableOrder, 'OrderNo' | 'CustomerName'>;

interface ReleaseDialogProps {
  readonly orders: readonly ReleasableOrder[];
  /** @param isDone whether the release has run, even if no order was released. */
  readonly onClose: (isDone?: boolean) => void;
}

export function ReleaseHoldsDialog({ orders, onClose }: ReleaseDialogProps) {
  useReturnFocus();
  const [wanted] = useState(orders);
  const [acceptsWarning, setAcceptsWarning] = useState(false);
  const [overridesWeather, setOverridesWeather] = useState(false);
  const [result, setResult] = useState<Result>();
  const { isRunning, error, run } = useSubmission();
  const isAdmin = useOperator().Role === 'admin';

  const release = (isPreview: boolean, signal?: AbortSignal): Promise<Result> =>
    call(
      '/api/Holds/ReleaseMany',
      {
        Orders: wanted.map(({ CustomerNo, TransactionReferenceNumber }, nth) => {
          // Holds that others have placed since the preview was read do not end, also of an order that it refused.
          const seen = isPreview ? undefined : (preview.data?.Outcomes[nth]?.Version ?? 'none');
          return { CustomerNo, TransactionReferenceNumber, ...(seen !== undefined && { ExpectedVersion: seen }) };
        }),
        Preview: isPreview,
        AcceptWarning: acceptsWarning,
        OverrideWeather: overridesWeather,
      },
      signal,
    );
  const preview = useQuery({
    queryKey: ['release-preview', wanted.map(documentRowKey), acceptsWarning, overridesWeather],
    queryFn: ({ signal }) => release(true, signal),
    enabled: result === undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = result ?? preview.data;
  const isDone = result !== undefined;
  const released = shown?.Outcomes.filter(({ Released }) => Released).length ?? 0;
  const stays = (reason: string): boolean =>
    shown?.Outcomes.some(({ Remaining }) => Remaining.some(({ Reason }) => Reason === reason)) ?? false;
  const fault = error ?? preview.error;
  return (
    <Modal opened onClose={() => !isRunning && onClose(isDone)} title={titleOf(wanted, isDone)} size={720}>
      <p aria-live="polite">{shown === undefined ? 'Checking what can be released…' : `${shown.Summary}.`}</p>
      <DialogList label="Orders and what becomes of them">
        <DataTable
          label={isDone ? 'Results' : 'What will happen'}
          columns={columnsFor(isDone)}
          rows={preview.error ? [] : shown && staysFirst(named(shown.Outcomes, wanted))}
          rowKey={documentRowKey}
          skeletonRows={Math.min(wanted.length, 8)}
        />
      </DialogList>
      {!isDone && (
        <div className={styles.options}>
          {(stays('Address') || acceptsWarning) && (
            <Checkbox
              label="I have read the address warnings. Release these orders as well."
              checked={acceptsWarning}
              onChange={(event) => setAcceptsWarning(event.currentTarget.checked)}
            />
          )}
          {isAdmin && (stays('Weather') || overridesWeather) && (
            <Checkbox
              label="Ship despite the weather."
              checked={overridesWeather}
              onChange={(event) => setOverridesWeather(event.currentTarget.checked)}
            />
          )}
        </div>
      )}
      {fault != null && <DialogError error={fault} />}
      <DialogButtons>
        {isDone ? (
          <DoneButton onClick={() => onClose(true)} />
        ) : (
          <>
            <Button variant="default" onClick={() => onClose(false)} disabled={isRunning} data-autofocus>
              Cancel
            </Button>
            <Button
              onClick={() => void run(async () => setResult(await release(false)))}
              loading={isRunning}
              disabled={released === 0 || preview.isFetching}
            >
              {released === 0 ? 'Release' : `Release ${countOf(released, 'order')}`}
            </Button>
          </>
        )}
      </DialogButtons>
    </Modal>
  );
}

/** Orders that stay come first, because a person must read why. */
const staysFirst = (outcomes: readonly NamedOutcome[]): readonly NamedOutcome[] =>
  outcomes.toSorted((one, other) => Number(one.Released) - Number(other.Released));

/** The outcomes, which are in the sequence of the orders, with what names these to people. */
const named = (outcomes: readonly Outcome[], orders: readonly ReleasableOrder[]): readonly NamedOutcome[] =>
  outcomes.map((outcome, nth) => {
    const { OrderNo = '', CustomerName = '' } = orders[nth] ?? {};
    return { ...outcome, OrderNo, CustomerName };
  });

function titleOf(orders: readonly ReleasableOrder[], isDone: boolean): string {
  const what = orders.length === 1 ? `order ${orders[0]?.OrderNo}` : countOf(orders.length, 'order');
  return isDone ? `Release of ${what}` : `Release ${what}`;
}

function columnsFor(isDone: boolean): readonly Column<NamedOutcome>[] {
  return [
    {
      key: 'order',
      header: 'Order',
      priority: 1,
      cell: ({ OrderNo }) => <span className="code strong broken">{OrderNo}</span>,
    },
    wineryColumn(),
    {
      key: 'result',
      header: isDone ? 'Result' : 'Will happen',
      priority: 1,
      cell: ({ Released }) =>
        Released ? (
          <Status tone="good">{isDone ? 'Released' : 'Ships'}</Status>
        ) : (
          <Status tone="warn">{isDone ? 'Stayed' : 'Stays'}</Status>
        ),
    },
    {
      key: 'why',
      header: 'Why',
      priority: 1,
      flexible: 'more',
      cell: ({ CustomerNo, Released, Message, Remaining }) => {
        if (Released) return null;
        if (Remaining.length === 0) return <span className="wrap">{Message}</span>;
        return (
          <span className="wrap">
            {withoutRepetitions(Remaining).map(({ Reason, Problem, EndsBy }, nth, holds) => (
              <span key={`${Reason} ${Problem} ${EndsBy}`}>
                {Problem} {EndsBy}{' '}
                {holds[nth + 1]?.Reason !== Reason && <RemedyLink reason={Reason} customerNo={CustomerNo} />}{' '}
              </span>
            ))}
          </span>
        );
      },
    },
  ];
}

/** Two weather windows of the same days, for example, hold an order for the same reason in the same words. */
const withoutRepetitions = (holds: Outcome['Remaining']): Outcome['Remaining'] => [
  ...new Map(holds.map((hold) => [`${hold.Reason} ${hold.Problem} ${hold.EndsBy}`, hold])).values(),
];
