/** Corrects the recipient of an order: what is filled in replaces what the order has. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
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
] as const;

type Correction = Partial<Record<(typeof fields)[number][0], string>>;

interface CorrectRecipientProps {
  readonly order: OrderReply;
  readonly onClose: () => void;
}

export function CorrectRecipientDialog({ order, onClose }: CorrectRecipientProps) {
  const { CustomerNo, TransactionReferenceNumber, OrderNo, Recipient, Address = [] } = order;
  const [correction, setCorrection] = useState<Correction>({});
  const filled = Object.fromEntries(Object.entries(correction).filter(([, text]) => text.trim() !== ''));
  const run = async (): Promise<void> => {
    const RecipientContactInfo = filled as Correction;
    await call('/api/Orders/CorrectRecipient', { CustomerNo, TransactionReferenceNumber, RecipientContactInfo });
    notify(`The recipient of order ${OrderNo} is corrected.`);
    onClose();
  };
  return (
    <Confirm
      title={`Correct the recipient of order ${OrderNo}`}
      action="Correct recipient"
      isDisabled={Object.keys(filled).length === 0}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Now: {[Recipient.Name, ...Address].filter((line) => line !== '').join(', ')}. Fields that stay empty keep what
        they have. Holds about the recipient end when the address is usable.
      </p>
      <div className={styles.fields}>
        {fields.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            value={correction[name] ?? ''}
            maxLength={255}
            onChange={(event) => setCorrection({ ...correction, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Confirm>
  );
}
