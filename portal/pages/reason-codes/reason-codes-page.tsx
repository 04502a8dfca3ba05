/** The reasons of stock changes: the meaning of each, and whether it adds or removes stock. */
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { actionsColumn, textColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf } from '../../design/format.ts';
import { NewButton } from '../../design/new-button.tsx';
import { Page } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { QueryState } from '../../design/states.tsx';
import {
  ReasonCodeDialog,
  RemoveReasonCodeDialog,
  reasonCodeDirectionNames,
  reasonCodePurposeNames,
} from './reason-code-dialogs.tsx';

export type ReasonCode = ReplyOf<'/api/ReasonCodes/List'>['Records'][number];

type Dialog = { readonly kind: 'new' } | { readonly kind: 'change' | 'remove'; readonly reason: ReasonCode };

export function ReasonCodesPage() {
  const { dialog, open, close } = useAdminDialog<Dialog>();
  const list = useOperation('/api/ReasonCodes/List', {});
  const rows = list.data?.Records;
  return (
    <Page
      title="Reason codes"
      aside={rows && countOf(rows.length, 'reason')}
      actions={
        <>
          <ExportButton exported={{ list: '/api/ReasonCodes/List', filters: {} }} />
          {open && <NewButton label="New reason…" onClick={() => open({ kind: 'new' })} />}
        </>
      }
    >
      <QueryState query={list}>
        <DataTable
          label="Reason codes"
          columns={columnsWith(open)}
          rows={rows}
          rowKey={({ ReasonCode: code }) => code}
        />
      </QueryState>
      {dialog?.kind === 'new' && <ReasonCodeDialog onClose={close} />}
      {dialog?.kind === 'change' && <ReasonCodeDialog reason={dialog.reason} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveReasonCodeDialog reason={dialog.reason} onClose={close} />}
    </Page>
  );
}

function columnsWith(open: ((dialog: Dialog) => void) | undefined): readonly Column<ReasonCode>[] {
  const columns: readonly Column<ReasonCode>[] = [
    {
      key: 'code',
      header: 'Reason',
      priority: 1,
      cell: ({ ReasonCode: code }) => <span className="code strong">{code}</span>,
    },
    textColumn('Description', 'Meaning'),
    { key: 'use', header: 'Explains', priority: 1, cell: ({ UsedFor }) => reasonCodePurposeNames[UsedFor] },
    { key: 'direction', header: 'Stock', priority: 1, cell: ({ Direction }) => reasonCodeDirectionNames[Direction] },
  ];
  if (open === undefined) return columns;
  return [
    ...columns,
    actionsColumn((reason) => (
      <>
        <RowActionButton
          action="Change…"
          label={`Change ${reason.ReasonCode}`}
          onClick={() => open({ kind: 'change', reason })}
        />
        {!reason.IsRequired && (
          <RowActionButton
            action="Remove…"
            label={`Remove ${reason.ReasonCode}`}
            onClick={() => open({ kind: 'remove', reason })}
          />
        )}
      </>
    )),
  ];
}
