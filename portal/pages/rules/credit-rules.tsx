/** Accounts on credit hold: all open orders of such a customer wait. */

import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { useOperator } from '../../api/session.ts';
import { actionsColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ReplacementNote, useExpectedVersion } from '../../design/expected-version.tsx';
import { TextField } from '../../design/fields.tsx';
import { formatExact, formatTimestamp } from '../../design/format.ts';
import { maxHoldTextLength } from '../../design/hold-text.ts';
import { NewButton } from '../../design/new-button.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState, type ReadQuery } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import { WineryName } from '../../design/winery-name.tsx';
import { usePreview } from './preview.ts';
import { useReadRules } from './read-rules.ts';
import { appliedEffectInWords, isPreviewReady, RuleEffectPreview } from './rule-effect.tsx';
import type { CreditHoldRule } from './rule-records.ts';
import { RulesFrame } from './rules-frame.tsx';
import { SetBy } from './weather-rules.tsx';

interface CreditRulesProps {
  /** The query of the list of rules. */
  readonly query: ReadQuery;
  readonly holds: readonly CreditHoldRule[] | undefined;
  readonly isFiltered: boolean;
  readonly filter: ReactNode;
}

export function CreditRules({ query, holds, isFiltered, filter }: CreditRulesProps) {
  const { Role } = useOperator();
  const { dialog, open, close } = useAdminDialog<CreditHoldRule | 'new'>();
  return (
    <RulesFrame
      view="credit"
      isFiltered={isFiltered}
      actions={open && <NewButton label="Hold an account…" onClick={() => open('new')} />}
    >
      {filter}
      <QueryState query={query}>
        <DataTable
          label="Credit holds"
          columns={columnsWith(open, Role === 'lead')}
          rows={holds}
          rowKey={({ CustomerNo }) => CustomerNo}
          skeletonRows={4}
          empty={
            <EmptyState title={isFiltered ? 'No credit hold matches' : 'No account is on credit hold'}>
              {isFiltered
                ? 'Check the spelling, or clear the filter.'
                : 'Hold an account when its invoices are overdue: its open orders wait until the hold ends.'}
            </EmptyState>
          }
        />
      </QueryState>
      {dialog === 'new' && <HoldAccountDialog onClose={close} />}
      {dialog !== undefined && dialog !== 'new' && <EndHoldDialog hold={dialog} onClose={close} />}
    </RulesFrame>
  );
}

function columnsWith(
  onEnd: ((hold: CreditHoldRule) => void) | undefined,
  isWithoutCustomers: boolean,
): readonly Column<CreditHoldRule>[] {
  const columns: readonly Column<CreditHoldRule>[] = [
    {
      key: 'customer',
      header: 'Winery',
      priority: 1,
      flexible: true,
      cell: ({ CustomerNo, CustomerName }) =>
        isWithoutCustomers ? (
          <span className="strong">
            <WineryName CustomerNo={CustomerNo} CustomerName={CustomerName} />
          </span>
        ) : (
          <Link to="/customers/$customerNo" params={{ customerNo: CustomerNo }} className="strong plain">
            <WineryName CustomerNo={CustomerNo} CustomerName={CustomerName} />
          </Link>
        ),
    },
    {
      key: 'note',
      header: 'Note to the winery',
      priority: 1,
      flexible: true,
      cell: ({ Description }) =>
        Description === '' ? <span className="quiet">None</span> : <span title={Description}>{Description}</span>,
    },
    {
      key: 'since',
      header: 'Since',
      priority: 1,
      cell: ({ SetAt }) => <span title={formatExact(SetAt)}>{formatTimestamp(SetAt)}</span>,
    },
    { key: 'by', header: 'By', priority: 2, cell: (rule) => <SetBy {...rule} /> },
  ];
  if (onEnd === undefined) return columns;
  return [
    ...columns,
    actionsColumn((hold) => (
      <RowActionButton
        action="End…"
        label={`End the hold of ${hold.CustomerName} (${hold.CustomerNo})`}
        onClick={() => onEnd(hold)}
      />
    )),
  ];
}

/** The version of an account's credit hold; `''` if it is not on hold. */
const versionOf = (holds: readonly CreditHoldRule[], customerNo: string): string =>
  holds.find(({ CustomerNo }) => CustomerNo === customerNo)?.Version ?? '';

function HoldAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const read = useReadRules();
  const [customerNo, setCustomerNo] = useState('');
  const [note, setNote] = useState('');
  const request = { CustomerNo: customerNo, OnHold: true };
  const isComplete = customerNo !== '';
  const preview = usePreview('/api/Rules/SetCredit', request, isComplete);
  const version = useExpectedVersion(
    read && versionOf(read.CreditHolds, customerNo),
    async (signal) => ({ Version: versionOf((await call('/api/Rules/List', {}, signal)).CreditHolds, customerNo) }),
    customerNo,
  );
  const run = async (): Promise<void> => {
    const written = { ...request, ...(note.trim() !== '' && { Description: note.trim() }) };
    const done = await version.send((expected) => call('/api/Rules/SetCredit', { ...written, ...expected }));
    notify(`The account of ${customerNo} is on hold: ${appliedEffectInWords(done)}`);
    onClose();
  };
  return (
    <Confirm
      title="Hold an account"
      action="Hold account"
      isDisabled={!isComplete || !isPreviewReady(preview)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>All open orders of the winery wait until the hold is ended.</p>
      <CustomerField value={customerNo} onChange={setCustomerNo} hasFocus />
      <TextField
        label="Note to the winery"
        description="It is in the description of the hold, which the winery reads."
        placeholder="Invoice 4711 is overdue"
        maxLength={maxHoldTextLength}
        value={note}
        onChange={setNote}
      />
      <RuleEffectPreview
        preview={preview}
        isComplete={isComplete}
        later="Orders that are accepted later wait as well."
      />
      <ReplacementNote version={version} />
    </Confirm>
  );
}

interface EndHoldProps {
  readonly hold: CreditHoldRule;
  readonly onClose: () => void;
}

function EndHoldDialog({ hold: { CustomerNo, CustomerName, Version }, onClose }: EndHoldProps) {
  const request = { CustomerNo, OnHold: false };
  const preview = usePreview('/api/Rules/SetCredit', request);
  const run = async (): Promise<void> => {
    const done = await call('/api/Rules/SetCredit', { ...request, ExpectedVersion: Version });
    notify(`The credit hold of ${CustomerName} (${CustomerNo}) has ended: ${appliedEffectInWords(done)}`);
    onClose();
  };
  return (
    <Confirm
      title={`End the credit hold of ${CustomerName} (${CustomerNo})`}
      action="End hold"
      isDisabled={!isPreviewReady(preview)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>Orders of this winery without other holds ship, oldest first.</p>
      <RuleEffectPreview preview={preview} isComplete />
    </Confirm>
  );
}
