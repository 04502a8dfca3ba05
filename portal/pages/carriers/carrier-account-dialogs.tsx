/** Dialogs that create, change and test a carrier account. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call, type ReplyOf, type RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FieldRow, FirstField, TextField } from '../../design/fields.tsx';
import { Status } from '../../design/status.tsx';
import { notify } from '../../design/toasts.tsx';
import type { CarrierAccount, OfferedCarrier } from './carrier-account.ts';
import { isAccountId, OfferedCarriers } from './offered-carriers.tsx';

interface AccountDialogProps {
  readonly accounts: readonly CarrierAccount[];
  /** Undefined for a new one. */
  readonly account?: CarrierAccount;
  readonly onClose: () => void;
}

export function CarrierAccountDialog({ accounts, account, onClose }: AccountDialogProps) {
  const isNew = account === undefined;
  const [code, setCode] = useState(account?.Account ?? '');
  const [name, setName] = useState(account?.Name ?? '');
  const [apiKey, setApiKey] = useState('');
  const [webhookSecret, setWebhookSecret] = useState('');
  const [warehouse, setWarehouse] = useState(account?.Warehouse ?? '');
  const [customerNo, setCustomerNo] = useState(account?.CustomerNo ?? '');
  const [carriers, setCarriers] = useState<readonly OfferedCarrier[]>(account?.Carriers ?? []);
  const [isEnabled, setEnabled] = useState(account?.Enabled ?? true);
  const warehouses = useOperation('/api/Warehouses/List', {});
  const version = useListedVersion(account, '/api/CarrierAccounts/List', {}, ({ Account }) => Account === code);
  const isTaken = isNew && accounts.some(({ Account }) => Account === code);
  const isComplete =
    code !== '' &&
    name.trim() !== '' &&
    (!isNew || apiKey.trim() !== '') &&
    !hasSpace(apiKey) &&
    !hasSpace(webhookSecret) &&
    carriers.every(({ Services, ProviderAccountId = '' }) => Services.length > 0 && isAccountId(ProviderAccountId));
  const run = async (): Promise<void> => {
    const request: RequestOf<'/api/CarrierAccounts/Set'> = {
      Account: code,
      Name: name.trim(),
      Provider: 'easypost',
      Warehouse: warehouse,
      CustomerNo: customerNo,
      Carriers: [...carriers],
      Enabled: isEnabled,
      ...(apiKey !== '' && { ApiKey: apiKey.trim() }),
      ...(webhookSecret !== '' && { WebhookSecret: webhookSecret.trim() }),
    };
    await version.send((expected) => call('/api/CarrierAccounts/Set', { ...request, ...expected }));
    notify(`Carrier account ${code} is ${isNew ? 'added' : 'changed'}.`);
    onClose();
  };
  return (
    <Confirm
      title={isNew ? 'New carrier account' : `Change ${code}`}
      action={isNew ? 'Add account' : 'Save'}
      size={680}
      isDisabled={isTaken || !isComplete}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {isNew
          ? 'An account at EasyPost. Its keys are stored encrypted and never shown again.'
          : 'Labels that exist are voided and tracked through the account that bought them, also when it is disabled. For another account at EasyPost, add a new one here.'}
      </p>
      <FieldRow>
        {isNew && (
          <FirstField
            label="Code"
            placeholder="MAIN"
            maxLength={20}
            error={isTaken && `There is an account ${code}. Change it in the list.`}
            value={code}
            onChange={(text) => setCode(text.toUpperCase())}
          />
        )}
        <TextField label="Name" maxLength={60} autoComplete="off" value={name} onChange={setName} />
      </FieldRow>
      <FieldRow>
        <TextField
          type="password"
          label={isNew ? 'API key' : 'New API key'}
          placeholder={isNew ? '' : `…${account.KeyEnding} stays`}
          autoComplete="off"
          maxLength={200}
          error={hasSpace(apiKey) && 'A key has no spaces. Copy it again.'}
          value={apiKey}
          onChange={setApiKey}
        />
        <TextField
          type="password"
          label={isNew || account.WebhookSecretEnding === '' ? 'Webhook secret' : 'New webhook secret'}
          placeholder={isNew || account.WebhookSecretEnding === '' ? 'None' : `…${account.WebhookSecretEnding} stays`}
          autoComplete="off"
          maxLength={200}
          error={hasSpace(webhookSecret) && 'A secret has no spaces. Copy it again.'}
          value={webhookSecret}
          onChange={setWebhookSecret}
        />
      </FieldRow>
      <FieldRow>
        <ChoiceField
          label="Shipments from"
          options={[
            { value: '', label: 'All warehouses' },
            ...(warehouses.data?.Records ?? []).map(({ Warehouse }) => ({ value: Warehouse, label: Warehouse })),
          ]}
          value={warehouse}
          onChange={setWarehouse}
        />
        <CustomerField value={customerNo} onChange={setCustomerNo} emptyLabel="All wineries" />
      </FieldRow>
      <OfferedCarriers carriers={carriers} onChange={setCarriers} />
      <Checkbox
        label="Labels are bought through it"
        checked={isEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <ReplacementNote version={version} />
    </Confirm>
  );
}

/** Whether a copied text has a space in it, where another text was copied with it. */
const hasSpace = (copied: string): boolean => /\s/.test(copied.trim());

type Tested = ReplyOf<'/api/CarrierAccounts/Test'>;

export function TestCarrierAccountDialog({
  account: { Account, KeyEnding },
  onClose,
}: {
  readonly account: CarrierAccount;
  readonly onClose: () => void;
}) {
  const [tested, setTested] = useState<Tested>();
  const run = async (): Promise<void> => {
    setTested(undefined);
    setTested(await call('/api/CarrierAccounts/Test', { Account }));
  };
  return (
    <Confirm
      title={`Test ${Account}`}
      action={tested === undefined ? 'Test the connection' : 'Test again'}
      otherwise="Close"
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Asks EasyPost, with the key that ends with <span className="code">{KeyEnding}</span>, for a shipment that does
        not exist. It costs nothing, and nothing is made.
      </p>
      <div aria-live="polite">
        {tested && (
          <p>
            {tested.Result === 'connected' ? (
              <Status tone="good">Connected</Status>
            ) : (
              <Status tone="bad">Not connected</Status>
            )}{' '}
            {tested.Message}
          </p>
        )}
      </div>
    </Confirm>
  );
}
