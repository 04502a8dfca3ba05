/**
 * Changes stock by hand: adjustments, status changes, gift sets and relabeling. First a preview of the effect on orders, then the change. The warehouse
 * and the status are chosen here, because stock may be found or made where the item has never been.
 */

import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { call, type ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { StatusField, useStatuses, WarehouseField } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { ChoiceField, FieldRow, TextField } from '../../design/fields.tsx';
import { useRequestedPreview } from '../../design/preview.ts';
import { notify } from '../../design/toasts.tsx';
import { AffectedDocuments } from './affected-documents.tsx';
import {
  emptyStockChange,
  isCompleteStockChange,
  postStockChange,
  reasonsFor,
  type StockChange,
} from './stock-change.ts';

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
] as const satisfies readonly { readonly value: StockChange['kind']; readonly label: string }[];

const unitsOf: Readonly<Record<StockChange['kind'], { readonly label: string; readonly description: string }>> = {
  adjust: { label: 'Units', description: 'Below 0: they leave the stock' },
  status: { label: 'Units', description: 'How many change' },
  produce: { label: 'Sets', description: 'How many are made' },
};

export function ChangeStockDialog({ customerNo, itemNo, initial, onClose }: ChangeStockDialogProps) {
  const [form, setForm] = useState<StockChange>({ ...emptyStockChange, ...initial });
  const edit = (change: Partial<StockChange>): void => setForm((current) => ({ ...current, ...change }));
  const { warehouse, status, kind } = form;
  const reasons = useOperation('/api/ReasonCodes/List', {}, { isConstant: true });
  const { statuses } = useStatuses(customerNo);
  const fitting = reasonsFor(form, reasons.data?.Records ?? []);
  const reason = fitting.some(({ ReasonCode }) => ReasonCode === form.reason) ? form.reason : '';
  const { preview: effects, make } = useRequestedPreview<Effects>(
    JSON.stringify({ ...form, reason, units: Number(form.units), note: '' }),
  );
  const post = (isPreview: boolean): Promise<Effects> =>
    postStockChange(
      call,
      { ...form, reason },
      { CustomerNo: customerNo, Warehouse: warehouse, Preview: isPreview },
      itemNo,
    );
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
  return (
    <Confirm
      title={`Change the stock of ${itemNo}`}
      action={effects === undefined ? 'Preview' : 'Post the change'}
      isDangerous={effects?.Documents.some(({ Effect }) => Effect !== 'is filled') ?? false}
      isDisabled={!isCompleteStockChange({ ...form, reason })}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ChoiceField label="Change" options={kinds} value={kind} onChange={(value) => edit({ kind: value })} />
      <FieldRow>
        <WarehouseField value={warehouse} onChange={(value) => edit({ warehouse: value })} />
        <StatusField customerNo={customerNo} value={status} onChange={(value) => edit({ status: value })} />
      </FieldRow>
      <FieldRow>
        <NumberInput
          label={unitsOf[kind].label}
          description={unitsOf[kind].description}
          allowDecimal={false}
          hideControls
          value={form.units}
          onChange={(units) => edit({ units })}
          data-autofocus
        />
        {kind === 'status' && (
          <ChoiceField
            label="New status"
            description="Of the same warehouse"
            options={statuses.map(({ InventoryStatus }) => InventoryStatus).filter((code) => code !== status)}
            value={form.toStatus}
            onChange={(toStatus) => edit({ toStatus })}
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
          value={reason}
          onChange={(value) => edit({ reason: value })}
        />
      )}
      {kind === 'produce' && (
        <>
          <TextField
            label="Made of"
            description="Item number of a bottle to relabel, or “2 WINE-1; 1 WINE-2” for one set"
            value={form.components}
            onChange={(components) => edit({ components })}
          />
          <TextField
            label="Why"
            description="Shown in the list of productions"
            maxLength={maxNoteLength}
            value={form.note}
            onChange={(note) => edit({ note })}
          />
        </>
      )}
      {effects && <AffectedDocuments effects={effects} />}
    </Confirm>
  );
}
