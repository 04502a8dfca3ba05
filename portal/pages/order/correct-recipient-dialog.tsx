/** Corrects the recipient of an order: it begins with what the order has, and sends what was changed; an emptied field is cleared. */
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { editConflictText, useExpectedVersion } from '../../design/expected-version.tsx';
import { TextField } from '../../design/fields.tsx';
import { useInitialValue } from '../../design/initial-value.ts';
import { notify } from '../../design/toasts.tsx';
import styles from './order-page.module.css';
import type { OrderReply } from './order-reply.ts';

const fields = [
  ['FirstName', 'First name'],
  ['LastName', 'Last name'],
  ['Company', 'Company'],
  ['Address', 'Street'],
  ['Address2', 'Unit, suite, floor'],
  ['City', 'City'],
  ['State', 'State'],
  ['ZipCode', 'ZIP code'],
  ['PhoneNumber', 'Phone'],
  ['EmailAddress', 'E-mail'],
] as const;

type Name = (typeof fields)[number][0];

interface CorrectRecipientProps {
  readonly order: OrderReply;
  readonly onClose: () => void;
}

export function CorrectRecipientDialog({ order, onClose }: CorrectRecipientProps) {
  const opened = useInitialValue(order);
  const { CustomerNo, TransactionReferenceNumber, OrderNo, RecipientContactInfo: before } = opened;
  const key = { CustomerNo, TransactionReferenceNumber };
  const version = useExpectedVersion(opened.Version, (signal) => call('/api/Orders/Get', key, signal));
  const [recipient, setRecipient] = useState<Partial<Record<Name, string>>>({ ...before });
  const changed = fields.flatMap(([name]): [Name, string][] => {
    const text = recipient[name]?.trim() ?? '';
    return text === (before?.[name] ?? '') ? [] : [[name, text]];
  });
  const run = async (): Promise<void> => {
    const RecipientContactInfo = Object.fromEntries(changed);
    const { HoldReasons }: Partial<ReplyOf<'/api/Orders/CorrectRecipient'>> = await version.send((expected) =>
      call('/api/Orders/CorrectRecipient', { ...key, RecipientContactInfo, ...expected }),
    );
    // A server of an earlier version, beside which this page was loaded, returns none.
    const reasons = HoldReasons ?? [];
    notify(
      `The recipient of order ${OrderNo} is corrected.${reasons.length > 0 ? ` The order is on hold: ${reasons.join(', ')}.` : ''}`,
    );
    onClose();
  };
  return (
    <Confirm
      title={`Correct the recipient of order ${OrderNo}`}
      action="Correct recipient"
      isDisabled={changed.length === 0}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        As the order has it now. A field that you empty is cleared. Holds about the recipient end when the address is
        usable.
      </p>
      <div className={styles.fields}>
        {fields.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            value={recipient[name] ?? ''}
            maxLength={255}
            onChange={(text) => setRecipient({ ...recipient, [name]: text })}
          />
        ))}
      </div>
      {version.isReplaced && <p>{editConflictText}</p>}
    </Confirm>
  );
}
