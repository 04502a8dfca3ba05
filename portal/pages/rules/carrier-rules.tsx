/**
 * The rules that choose the carrier of an order if the winery leaves it to the operator: the first rule that applies and has a
 * rate is used.
 */
import { type CarrierNames, useCarrierNames } from '../../api/carriers.ts';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { actionsColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { countOf } from '../../design/format.ts';
import { NewButton } from '../../design/new-button.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import { CarrierRuleDialog } from './carrier-rule-dialog.tsx';
import { usePreview } from './preview.ts';
import { CarrierRuleEffectPreview, isPreviewReady } from './rule-effect.tsx';
import { RulesFrame } from './rules-frame.tsx';

type CarrierRules = ReplyOf<'/api/CarrierRules/List'>;
export type CarrierRule = CarrierRules['Records'][number];

type Dialog = { readonly kind: 'new' } | { readonly kind: 'change' | 'remove'; readonly rule: CarrierRule };

export function CarrierRulesTable() {
  const names = useCarrierNames();
  const { dialog, open, close } = useAdminDialog<Dialog>();
  const list = useOperation('/api/CarrierRules/List', {});
  const rules = list.data?.Records;
  const isDefault = list.data?.IsDefault ?? false;
  return (
    <RulesFrame
      view="carriers"
      actions={open && rules && <NewButton label="New rule…" onClick={() => open({ kind: 'new' })} />}
    >
      <QueryState query={list}>
        <p className="quiet">
          {isDefault
            ? 'No rule is set. For orders with “Best available” these defaults apply, until the first rule is set.'
            : 'The first rule that applies and has a rate chooses the carrier of orders with “Best available”.'}
        </p>
        <DataTable
          label="Carrier rules"
          columns={columnsWith(names, isDefault ? undefined : open)}
          rows={rules}
          rowKey={({ Rank }) => String(Rank)}
          skeletonRows={3}
        />
      </QueryState>
      {rules && dialog?.kind === 'new' && <CarrierRuleDialog rules={rules} isDefault={isDefault} onClose={close} />}
      {rules && dialog?.kind === 'change' && (
        <CarrierRuleDialog rules={rules} isDefault={isDefault} rule={dialog.rule} onClose={close} />
      )}
      {rules && dialog?.kind === 'remove' && (
        <RemoveDialog rule={dialog.rule} isLast={rules.length === 1} onClose={close} />
      )}
    </RulesFrame>
  );
}

/** When the rule applies, in words; empty for always. */
function conditionsOf(rule: CarrierRule): string {
  const { FromMiles, ToMiles, Season, IcePack, States, MaxPrice, MaxTransitDays } = rule;
  return [
    States && `to ${States.join(', ')}`,
    FromMiles !== undefined && `from ${FromMiles} miles`,
    ToMiles !== undefined && `up to ${ToMiles} miles`,
    Season && `${Season.replace('..', ' to ')} of the year`,
    IcePack !== undefined && (IcePack ? 'with ice packs' : 'without ice packs'),
    MaxPrice !== undefined && `up to $${MaxPrice}`,
    MaxTransitDays !== undefined && `up to ${countOf(MaxTransitDays, 'transit day')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function columnsWith(
  { carrierName, serviceName }: CarrierNames,
  open: ((dialog: Dialog) => void) | undefined,
): readonly Column<CarrierRule>[] {
  const columns: readonly Column<CarrierRule>[] = [
    { key: 'rank', header: 'Rank', priority: 1, align: 'end', cell: ({ Rank }) => Rank },
    {
      key: 'carrier',
      header: 'Carrier',
      priority: 1,
      cell: ({ ShippingCarrier }) => <span className="strong">{carrierName(ShippingCarrier)}</span>,
    },
    {
      key: 'service',
      header: 'Service',
      priority: 1,
      cell: ({ ShippingCarrier, ShippingCarrierService: service = '*' }) =>
        service === '*' ? 'As requested' : serviceName(ShippingCarrier, service),
    },
    {
      key: 'when',
      header: 'Only',
      priority: 1,
      flexible: true,
      cell: (rule) => {
        const conditions = conditionsOf(rule);
        return conditions === '' ? <span className="quiet">Always</span> : <span title={conditions}>{conditions}</span>;
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
          label={`Change rule ${rule.Rank}`}
          onClick={() => open({ kind: 'change', rule })}
        />
        <RowActionButton
          action="Remove…"
          label={`Remove rule ${rule.Rank}`}
          onClick={() => open({ kind: 'remove', rule })}
        />
      </>
    )),
  ];
}

interface RemoveProps {
  readonly rule: CarrierRule;
  readonly isLast: boolean;
  readonly onClose: () => void;
}

function RemoveDialog({ rule: { Rank, ShippingCarrier, Version }, isLast, onClose }: RemoveProps) {
  const { carrierName } = useCarrierNames();
  const preview = usePreview('/api/CarrierRules/Remove', { Rank });
  const run = async (): Promise<void> => {
    await call('/api/CarrierRules/Remove', { Rank, ExpectedVersion: Version });
    notify(`Rule ${Rank} is removed.`);
    onClose();
  };
  return (
    <Confirm
      title={`Remove rule ${Rank}`}
      action="Remove rule"
      isDangerous
      isDisabled={!isPreviewReady(preview)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {carrierName(ShippingCarrier)} is no longer chosen by this rule, within three seconds. Labels that exist keep
        their carrier.
        {isLast && ' It is the last rule: the defaults apply then, FedEx, UPS and GSO in this order.'}
      </p>
      <CarrierRuleEffectPreview preview={preview} isComplete />
    </Confirm>
  );
}
