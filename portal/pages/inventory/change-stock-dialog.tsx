/**
 * Changes stock by hand: adjustments, status changes, gift sets and relabeling. First a preview of the effect on orders, then the change. The warehouse
 * and the status are chosen here, because stock may be found or made where the item has never been.
 */
import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { StatusField, useStatuses, WarehouseField } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { ChoiceField, FieldRow, TextField } from '../../design/fields.tsx';
import { useRequestedPreview } from '../../design/preview.ts';
import { notify } from '../../design/toasts.tsx';
import { AffectedDocuments } from './affected-documents.tsx';

type Effects = ReplyOf<'/api/Inventory/Adjust'>;

interface ChangeStockDialogProps {
  readonly customerNo: string;
  readonly itemNo: string;
  /** What the dialog begins with; `''` for a warehouse that has to be chosen. */
  readonly initial: { readonly warehouse: string; readonly status: string };
  readonly onClose: () => void;
}

const kinds = [
  { value: 'adjust', label: 'Adjust: found, lost or corrected' },
  { value: 'status', label: 'Change its inventory status' },
  { value: 'produce', label: 'Assemble or relabel it from other items' },
] as const;

type Kind = (typeof kinds)[number]['value'];

const usedFor = { adjust: 'adjustment', status: 'status change' } as const;

/** `2 WINE-1; WINE-2`: the units for one set come first. */
const parseComponents = (text: string) =>
  text
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, units = '1', itemNo = line] = /^(\d+)\s*[×x]?\s+(.+)$/.exec(line) ?? [];
      return { ItemNo: itemNo, QuantityPerSet: Number(units) };
    });

export function ChangeStockDialog({ customerNo, itemNo, initial, onClose }: ChangeStockDialogProps) {
  const [warehouse, setWarehouse] = useState(initial.warehouse);
  const [status, setStatus] = useState(initial.status);
  const [kind, setKind] = useState<Kind>('adjust');
  const [units, setUnits] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const [toStatus, setToStatus] = useState('');
  const [components, setComponents] = useState('');
  const [note, setNote] = useState('');
  const reasons = useOperation('/api/ReasonCodes/List', {}, { isConstant: true });
  const { statuses } = useStatuses(customerNo);
  const quantity = Number(units);
  const fitting =
    kind === 'produce'
      ? []
      : (reasons.data?.Records ?? []).filter(
          ({ UsedFor, Direction }) =>
            UsedFor === usedFor[kind] &&
            (kind === 'status' || Direction === 'both' || (Direction === 'in') === quantity > 0),
        );
  const chosen = fitting.some(({ ReasonCode }) => ReasonCode === reason) ? reason : '';
  const { preview: effects, make } = useRequestedPreview<Effects>(
    JSON.stringify([warehouse, status, kind, quantity, chosen, toStatus, components]),
  );
  const post = async (isPreview: boolean): Promise<Effects> => {
    const where = { CustomerNo: customerNo, Warehouse: warehouse, Preview: isPreview };
    const Items = [{ ItemNo: itemNo, Quantity: quantity }];
    if (kind === 'adjust') {
      return await call('/api/Inventory/Adjust', { ...where, InventoryStatus: status, ReasonCode: chosen, Items });
    }
    if (kind === 'status') {
      return await call('/api/Inventory/ChangeStatus', {
        ...where,
        FromInventoryStatus: status,
        ToInventoryStatus: toStatus,
        ReasonCode: chosen,
        Items,
      });
    }
    const produced = {
      InventoryStatus: status,
      ItemNo: itemNo,
      Quantity: quantity,
      ...(note.trim() && { Note: note.trim() }),
    };
    return await call('/api/Inventory/Produce', { ...where, ...produced, Components: parseComponents(components) });
  };
  const confirm = async (): Promise<void> => {
    if (effects === undefined) {
      await make(() => post(true));
      return;
    }
    await post(false);
    notify(`The stock of ${itemNo} at ${warehouse} is changed.`);
    onClose();
    void refreshAll();
  };
  const isReady =
    warehouse !== '' &&
    Number.isInteger(quantity) &&
    (kind === 'adjust' ? quantity !== 0 : quantity > 0) &&
    (kind === 'produce' ? components.trim() !== '' : chosen !== '') &&
    (kind !== 'status' || (toStatus !== '' && toStatus !== status));
  return (
    <Confirm
      title={`Change the stock of ${itemNo}`}
      action={effects === undefined ? 'Preview' : 'Post the change'}
      isDangerous={effects?.Documents.some(({ Effect }) => Effect !== 'is filled') ?? false}
      isDisabled={!isReady}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ChoiceField label="Change" options={kinds} value={kind} onChange={setKind} />
      <FieldRow>
        <WarehouseField value={warehouse} onChange={setWarehouse} />
        <StatusField customerNo={customerNo} value={status} onChange={setStatus} />
      </FieldRow>
      <FieldRow>
        <NumberInput
          label={kind === 'produce' ? 'Sets' : 'Units'}
          description={
            kind === 'adjust'
              ? 'Below 0: they leave the stock'
              : kind === 'status'
                ? 'How many change'
                : 'How many are made'
          }
          allowDecimal={false}
          hideControls
          value={units}
          onChange={setUnits}
          data-autofocus
        />
        {kind === 'status' && (
          <ChoiceField
            label="New status"
            description="Of the same warehouse"
            options={statuses.map(({ InventoryStatus }) => InventoryStatus).filter((code) => code !== status)}
            value={toStatus}
            onChange={setToStatus}
          />
        )}
      </FieldRow>
      {kind !== 'produce' && (
        <ChoiceField
          label="Reason"
          options={fitting.map(({ ReasonCode, Description }) => ({
            value: ReasonCode,
            label: `${ReasonCode}: ${Description}`,
          }))}
          value={chosen}
          onChange={setReason}
        />
      )}
      {kind === 'produce' && (
        <TextField
          label="Made of"
          description="Item number of a bottle to relabel, or “2 WINE-1; 1 WINE-2” for one set"
          value={components}
          onChange={setComponents}
        />
      )}
      {kind === 'produce' && (
        <TextField
          label="Why"
          description="Shown in the list of productions"
          maxLength={500}
          value={note}
          onChange={setNote}
        />
      )}
      {effects && <AffectedDocuments effects={effects} />}
    </Confirm>
  );
}
