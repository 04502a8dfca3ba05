/** Counts by hand: units or cases of an item; damaged ones with their status, reason, note and photos. */

import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { useOperation } from '../../api/queries.ts';
import { useStatuses } from '../../design/code-fields.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { CountField, FieldRow, TextField } from '../../design/fields.tsx';
import { noPhotos, PhotoField } from '../../design/photo-field.tsx';
import { QueryState } from '../../design/states.tsx';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import { chosenOrDefault, unsellableStatusesOf } from './conditions.ts';
import { ReceiptItemField } from './receipt-item-field.tsx';
import type { Receipt, ReceivingAction } from './receiving-station.ts';

/** The largest number of units or cases in one count. */
const maxAmount = 100_000;

type Count = Omit<Extract<ReceivingAction, { kind: 'count' }>, 'kind'>;

interface CountDialogProps {
  readonly receipt: Receipt;
  readonly isDamage: boolean;
  readonly onCount: (count: Count) => void;
  readonly onClose: () => void;
}

export function CountDialog({ receipt, isDamage, onCount, onClose }: CountDialogProps) {
  const { Lines } = receipt;
  // Without an order the lines are what is counted already, which these units are probably not of.
  const [written, setItemNo] = useState(receipt.Kind === 'unannounced' ? '' : (Lines[0]?.ItemNo ?? ''));
  const itemNo = written.trim();
  const [amount, setAmount] = useState<number | string>(1);
  const [unit, setUnit] = useState<'units' | 'cases'>('units');
  const damage = useDamage(receipt);
  const item = Lines.find(({ ItemNo }) => ItemNo === itemNo);
  const mayCases = !isDamage && item?.BottlesPerCase !== undefined;
  const hasItem = item !== undefined || (receipt.Kind === 'unannounced' && itemNo !== '');
  const isValid = hasItem && typeof amount === 'number' && amount >= 1 && amount <= maxAmount;
  const strayScans = useStrayScanGuard({ submitsOnEnter: true });
  return (
    <Confirm
      title={isDamage ? 'Units in another condition' : 'Count by hand'}
      action={isDamage ? 'Report' : 'Count'}
      isLarge
      strayScans={strayScans}
      isDisabled={!isValid || (isDamage && !damage.isComplete)}
      onConfirm={async () => {
        if (!isValid) return;
        const counted = unit === 'cases' && mayCases ? { cases: amount } : { units: amount };
        onCount({ itemNo, ...counted, ...(isDamage && { issue: damage.issue }) });
      }}
      onClose={onClose}
    >
      <ReceiptItemField receipt={receipt} value={written} onChange={setItemNo} />
      <FieldRow>
        <CountField
          label="How many"
          value={amount}
          onChange={setAmount}
          // A larger number is probably a scan into this field.
          error={Number(amount) > maxAmount && 'That is too many. Was it a scan?'}
          data-autofocus
        />
        {mayCases && (
          <NativeSelect
            label="Of"
            data={[
              { value: 'units', label: 'units' },
              { value: 'cases', label: `cases of ${item.BottlesPerCase}` },
            ]}
            value={unit}
            onChange={({ currentTarget }) => setUnit(currentTarget.value as 'units' | 'cases')}
          />
        )}
      </FieldRow>
      {isDamage && <DamageFields receipt={receipt} damage={damage} />}
    </Confirm>
  );
}

/** The state of the fields about units in another condition, and their choices. */
function useDamage({ CustomerNo }: Receipt) {
  const [chosenStatus, setStatus] = useState('');
  const [chosenReason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [wereCounted, setWereCounted] = useState(true);
  const [{ photos, isSending }, setPhotos] = useState(noPhotos);
  const { query, statuses } = useStatuses(CustomerNo, { isConstant: true });
  const reasons = useOperation('/api/ReasonCodes/List', {}, { isConstant: true });
  const conditions = unsellableStatusesOf(statuses).map((each) => ({
    value: each.InventoryStatus,
    label: `${each.InventoryStatus} · ${each.Description}`,
  }));
  const reasonChoices =
    reasons.data?.Records.filter(({ UsedFor }) => UsedFor === 'status change').map((each) => ({
      value: each.ReasonCode,
      label: each.Description,
    })) ?? [];
  const status = chosenOrDefault(chosenStatus, 'DMGD-NO-TX', conditions);
  const reason = chosenOrDefault(chosenReason, 'DAMAGED', reasonChoices);
  return {
    issue: { status, reason, note, wereCounted, photos },
    isComplete: !isSending && status !== '' && reason !== '',
    statuses: query,
    conditions,
    reasons,
    reasonChoices,
    setStatus,
    setReason,
    setNote,
    setWereCounted,
    setPhotos,
  };
}

interface DamageFieldsProps {
  readonly receipt: Receipt;
  readonly damage: ReturnType<typeof useDamage>;
}

function DamageFields({ receipt, damage }: DamageFieldsProps) {
  const { issue } = damage;
  return (
    <>
      <QueryState query={damage.statuses}>
        <NativeSelect
          label="Goes into"
          data={damage.conditions}
          value={issue.status}
          onChange={({ currentTarget }) => damage.setStatus(currentTarget.value)}
        />
      </QueryState>
      <QueryState query={damage.reasons}>
        <NativeSelect
          label="Reason"
          data={damage.reasonChoices}
          value={issue.reason}
          onChange={({ currentTarget }) => damage.setReason(currentTarget.value)}
        />
      </QueryState>
      <TextField label="Note" value={issue.note} maxLength={maxNoteLength} onChange={damage.setNote} />
      <Checkbox
        size="md"
        label="They are counted as good already"
        checked={issue.wereCounted}
        onChange={(event) => damage.setWereCounted(event.currentTarget.checked)}
      />
      <PhotoField customerNo={receipt.CustomerNo} warehouse={receipt.Warehouse} onChange={damage.setPhotos} />
    </>
  );
}
