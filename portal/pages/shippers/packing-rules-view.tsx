/**
 * The rules of which shipper holds how many bottles, in all warehouses and in single ones, with a preview of how an order is
 * packed.
 */
import { call } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { actionsColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { NewButton } from '../../design/new-button.tsx';
import { Panel } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import { PackingPreview } from './packing-preview.tsx';
import { PackingRuleDialog } from './packing-rule-dialog.tsx';
import { bottleFormatInSentence, bottleFormatNames, type PackingRule } from './shipper-words.ts';
import { ShippersFrame } from './shippers-frame.tsx';

type Dialog = { readonly kind: 'new' } | { readonly kind: 'change' | 'remove'; readonly rule: PackingRule };

export function PackingRulesView() {
  const { dialog, open, close } = useAdminDialog<Dialog>();
  const list = useOperation('/api/PackingRules/List', {});
  const rules = list.data?.Records;
  return (
    <ShippersFrame
      view="rules"
      actions={open && rules && <NewButton label="Rule of a warehouse…" onClick={() => open({ kind: 'new' })} />}
    >
      <QueryState query={list}>
        <p className="quiet">
          The first step with room is used; what is more than the last one holds goes into another box. A rule of a
          warehouse replaces the one for all warehouses there.
        </p>
        <DataTable label="Packing rules" columns={columnsWith(open)} rows={rules} rowKey={ruleKey} skeletonRows={3} />
      </QueryState>
      <Panel title="How an order is packed">
        <PackingPreview />
      </Panel>
      {rules && dialog?.kind === 'new' && <PackingRuleDialog rules={rules} onClose={close} />}
      {rules && dialog?.kind === 'change' && <PackingRuleDialog rules={rules} rule={dialog.rule} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveDialog rule={dialog.rule} onClose={close} />}
    </ShippersFrame>
  );
}

const ruleKey = ({ Warehouse, Format }: PackingRule): string => `${Warehouse} ${Format}`;

function columnsWith(open: ((dialog: Dialog) => void) | undefined): readonly Column<PackingRule>[] {
  const columns: readonly Column<PackingRule>[] = [
    {
      key: 'warehouse',
      header: 'Warehouse',
      priority: 1,
      cell: ({ Warehouse }) => (Warehouse === '' ? 'All warehouses' : <span className="code strong">{Warehouse}</span>),
    },
    { key: 'format', header: 'For', priority: 1, cell: ({ Format }) => bottleFormatNames[Format] },
    {
      key: 'steps',
      header: 'Up to',
      priority: 1,
      flexible: true,
      cell: ({ Steps }) => {
        const words = Steps.map(({ UpTo, Shipper }) => `${UpTo ?? 'any size'} in ${Shipper}`).join(', ');
        return <span title={words}>{words}</span>;
      },
    },
  ];
  if (open === undefined) return columns;
  return [
    ...columns,
    actionsColumn((rule) => (
      <>
        <RowActionButton
          action="Change…"
          label={`Change the rule ${nameOf(rule)}`}
          onClick={() => open({ kind: 'change', rule })}
        />
        {rule.Warehouse !== '' && (
          <RowActionButton
            action="Remove…"
            label={`Remove the rule ${nameOf(rule)}`}
            onClick={() => open({ kind: 'remove', rule })}
          />
        )}
      </>
    )),
  ];
}

const nameOf = ({ Warehouse, Format }: PackingRule): string =>
  `of ${Warehouse || 'all warehouses'} for ${bottleFormatInSentence(Format)}`;

function RemoveDialog({ rule, onClose }: { readonly rule: PackingRule; readonly onClose: () => void }) {
  const { Warehouse, Format, Version } = rule;
  const run = async (): Promise<void> => {
    await call('/api/PackingRules/Remove', { Warehouse, Format, ExpectedVersion: Version });
    notify(`${Warehouse} packs by the rule for all warehouses.`);
    onClose();
  };
  return (
    <Confirm
      title={`Remove the rule of ${Warehouse}`}
      action="Remove rule"
      isDangerous
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {bottleFormatNames[Format]} are packed by the rule for all warehouses from then on, within three seconds. Labels
        that exist stay as they are.
      </p>
    </Confirm>
  );
}
