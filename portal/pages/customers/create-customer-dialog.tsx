/** Creates a winery with a user, a password and a token for its first call. */
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ChoiceField, FirstField, TextField } from '../../design/fields.tsx';
import { SecretOnce } from '../../design/secret-once.tsx';
import { type TokenPolicy, tokenPolicyNames } from './customer-record.ts';

export function CreateCustomerDialog({ onClose }: { readonly onClose: () => void }) {
  const [customerNo, setCustomerNo] = useState('');
  const [name, setName] = useState('');
  const [policy, setPolicy] = useState<TokenPolicy>('default');
  const [created, setCreated] = useState<ReplyOf<'/api/Customers/Create'>>();
  if (created !== undefined) {
    return (
      <SecretOnce
        title={`Winery ${created.CustomerNo} created`}
        secrets={[
          { label: 'User key', value: created.UserKey },
          { label: 'Password', value: created.Password },
          { label: 'Access token', value: created.AccessToken },
        ]}
        onClose={onClose}
      >
        Give these to {name.trim()}. Password and token are shown only now.
      </SecretOnce>
    );
  }
  const run = async (): Promise<void> => {
    setCreated(
      await call('/api/Customers/Create', {
        CustomerNo: customerNo.trim(),
        CustomerName: name.trim(),
        TokenPolicy: policy,
      }),
    );
  };
  return (
    <Confirm
      title="New winery"
      action="Create winery"
      isDisabled={customerNo.trim() === '' || name.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>Creates the winery with a user of the API that may read and write for it, a password and an access token.</p>
      <FirstField
        label="Winery number"
        description="It cannot be changed later."
        maxLength={30}
        value={customerNo}
        onChange={setCustomerNo}
      />
      <TextField label="Name of the winery" maxLength={200} autoComplete="off" value={name} onChange={setName} />
      <TokenPolicySelect value={policy} onChange={setPolicy} />
    </Confirm>
  );
}

interface TokenPolicySelectProps {
  readonly value: TokenPolicy;
  readonly onChange: (policy: TokenPolicy) => void;
}

export function TokenPolicySelect({ value, onChange }: TokenPolicySelectProps) {
  return (
    <ChoiceField
      label="Access token"
      description="Whether this winery’s program must send one where the interface asks for it."
      options={Object.entries(tokenPolicyNames).map(([policy, label]) => ({ value: policy, label }))}
      value={value}
      onChange={onChange}
    />
  );
}
