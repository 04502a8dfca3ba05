/** Dialogs of a webhook endpoint. A secret is shown once. */
import { Checkbox, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { type EventKind, eventKinds } from '../../../src/contract/event-kinds.ts';
import { call } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { editConflictText, useExpectedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FieldRow, TextField } from '../../design/fields.tsx';
import { countOf, formatExact } from '../../design/format.ts';
import { useInitialValue } from '../../design/initial-value.ts';
import { SecretOnce } from '../../design/secret-once.tsx';
import { notify } from '../../design/toasts.tsx';
import { type Endpoint, hostOf, webhookDeliveryFormats } from './endpoint-record.ts';

interface DialogProps {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}

const keyOf = ({ CustomerNo, EndpointId }: Endpoint) => ({ CustomerNo, EndpointId });

/** The fields of an endpoint's settings, for its creation and its changes. */
function useSettings(endpoint?: Endpoint) {
  const [url, setUrl] = useState(endpoint?.Url ?? '');
  const [chosen, setChosen] = useState<string[]>([...(endpoint?.Kinds ?? [])]);
  const [format, setFormat] = useState<string>(endpoint?.Format ?? 'standard');
  const [description, setDescription] = useState(endpoint?.Description ?? '');
  const request = {
    Url: url.trim(),
    Kinds: chosen as EventKind[],
    Format: format as (typeof webhookDeliveryFormats)[number]['value'],
    Description: description,
  };
  const fields = (
    <>
      <TextField label="URL" placeholder="https://" autoComplete="off" maxLength={2000} value={url} onChange={setUrl} />
      <MultiSelect
        label="Events"
        data={[...eventKinds]}
        value={chosen}
        onChange={setChosen}
        placeholder={chosen.length === 0 ? 'All kinds' : ''}
        hidePickedOptions
        maxDropdownHeight={220}
      />
      <FieldRow>
        <ChoiceField label="Format" options={webhookDeliveryFormats} value={format} onChange={setFormat} />
        <TextField
          label="Description"
          autoComplete="off"
          maxLength={200}
          value={description}
          onChange={setDescription}
        />
      </FieldRow>
      {format === 'tracking_update' && (
        <p className="quiet">Receivers of tracking feeds read this format. Only changes of packages are sent.</p>
      )}
    </>
  );
  return { request, fields, isComplete: request.Url !== '' };
}

interface CreateProps {
  readonly customerNo: string;
  readonly onClose: () => void;
}

export function CreateEndpointDialog({ customerNo: first, onClose }: CreateProps) {
  const [customerNo, setCustomerNo] = useState(first);
  const [secret, setSecret] = useState<string>();
  const { request, fields, isComplete } = useSettings();
  const run = async (): Promise<void> => {
    const { Secret } = await call('/api/Webhooks/Create', { CustomerNo: customerNo, ...request });
    setSecret(Secret);
    void refreshAll();
  };
  if (secret !== undefined) return <SecretDialog secret={secret} title="Endpoint created" onClose={onClose} />;
  return (
    <Confirm
      title="New webhook endpoint"
      action="Create endpoint"
      size={600}
      isDisabled={!isComplete || customerNo === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>Events of the winery that happen from now on are sent to the URL, signed with a secret that is shown next.</p>
      <CustomerField value={customerNo} onChange={setCustomerNo} hasFocus />
      {fields}
    </Confirm>
  );
}

interface SecretProps {
  readonly secret: string;
  readonly title: string;
  readonly onClose: () => void;
}

function SecretDialog({ secret, title, onClose }: SecretProps) {
  return (
    <SecretOnce title={title} secrets={[{ label: 'Signing secret', value: secret }]} onClose={onClose}>
      Give it to the winery by a safe way: its program verifies with it that events come from here. It is not shown
      again.
    </SecretOnce>
  );
}

export function ChangeEndpointDialog({ endpoint: current, onClose }: DialogProps) {
  const endpoint = useInitialValue(current);
  const { request, fields, isComplete } = useSettings(endpoint);
  const names = ['Url', 'Kinds', 'Format', 'Description'] as const;
  const changed = names.filter((name) => String(request[name]) !== String(endpoint[name]));
  const version = useExpectedVersion(endpoint.Version, async (signal) => await readEndpoint(endpoint, signal));
  const run = async (): Promise<void> => {
    const changes = Object.fromEntries(changed.map((name) => [name, request[name]]));
    await version.send((expected) => call('/api/Webhooks/Update', { ...keyOf(endpoint), ...changes, ...expected }));
    notify('The endpoint is changed.');
    onClose();
  };
  return (
    <Confirm
      title="Change endpoint"
      action="Save endpoint"
      size={600}
      isDisabled={!isComplete || changed.length === 0}
      onConfirm={run}
      onClose={onClose}
    >
      {fields}
      {version.isReplaced && <p>{editConflictText}</p>}
    </Confirm>
  );
}

async function readEndpoint(
  { CustomerNo, EndpointId: id }: Endpoint,
  signal: AbortSignal,
): Promise<Endpoint | undefined> {
  const { Records } = await call('/api/Webhooks/List', { Customers: [CustomerNo], Top: 100 }, signal);
  return Records.find(({ EndpointId }) => EndpointId === id);
}

export function EnableEndpointDialog({ endpoint, onClose }: DialogProps) {
  const { Url } = endpoint;
  // As it was when the dialog opened: deliveries that fail can disable the endpoint meanwhile.
  const [Enabled] = useState(endpoint.Enabled);
  const run = async (): Promise<void> => {
    await call('/api/Webhooks/Update', { ...keyOf(endpoint), Enabled: !Enabled });
    notify(`The endpoint is ${Enabled ? 'disabled' : 'enabled'}.`);
    onClose();
  };
  return (
    <Confirm
      title={Enabled ? 'Disable endpoint' : 'Enable endpoint'}
      action={Enabled ? 'Disable endpoint' : 'Enable endpoint'}
      isDangerous={Enabled}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {Enabled
          ? `Nothing more is sent to ${hostOf(Url)}. Events are recorded as skipped meanwhile.`
          : `Events that happen from now on are sent to ${hostOf(Url)}. Send again what it missed.`}
      </p>
    </Confirm>
  );
}

export function DeleteEndpointDialog({
  endpoint,
  onClose,
  onDeleted,
}: DialogProps & { readonly onDeleted: () => void }) {
  const run = async (): Promise<void> => {
    await call('/api/Webhooks/Delete', keyOf(endpoint));
    notify('The endpoint is deleted.');
    onDeleted();
  };
  return (
    <Confirm title="Delete endpoint" action="Delete endpoint" isDangerous onConfirm={run} onClose={onClose}>
      <p>Nothing more is sent to {hostOf(endpoint.Url)}, and its deliveries can no longer be listed.</p>
    </Confirm>
  );
}

export function RotateSecretDialog({ endpoint, onClose }: DialogProps) {
  const [isRevoked, setIsRevoked] = useState(false);
  const [secret, setSecret] = useState<string>();
  const run = async (): Promise<void> => {
    const { Secret } = await call('/api/Webhooks/RotateSecret', { ...keyOf(endpoint), RevokePrevious: isRevoked });
    setSecret(Secret);
  };
  if (secret !== undefined) return <SecretDialog secret={secret} title="New secret" onClose={onClose} />;
  const { PreviousSecretValidUntil: until } = endpoint;
  return (
    <Confirm title="New secret" action="Create secret" onConfirm={run} onClose={onClose}>
      <p>
        {isRevoked
          ? 'The present secret is invalid at once: the winery rejects events until its program has the new one.'
          : 'For 24 hours events are signed with both secrets, so that the winery can change its program in between.'}
        {until !== '' && ` The one before, valid until ${formatExact(until)}, is no longer used.`}
      </p>
      <Checkbox
        label="Revoke the present secret, because it is known to others"
        checked={isRevoked}
        onChange={(event) => setIsRevoked(event.currentTarget.checked)}
      />
    </Confirm>
  );
}

/** Added to the end of the range, so that the whole last minute belongs to it. */
const minuteMs = 59_999;

/** Sends the events of a time range again. */
export function RedeliverDialog({ endpoint, onClose }: DialogProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const run = async (): Promise<void> => {
    const end = new Date(new Date(to).getTime() + minuteMs);
    const range = { From: new Date(from).toISOString(), To: end.toISOString() };
    const { Deliveries } = await call('/api/Webhooks/Redeliver', { ...keyOf(endpoint), ...range });
    notify(`${countOf(Deliveries, 'event')} will be sent again.`);
    onClose();
  };
  const field = (label: string, value: string, change: (text: string) => void) => (
    <TextField type="datetime-local" label={label} value={value} onChange={change} />
  );
  return (
    <Confirm
      title="Send events again"
      action="Send again"
      isDisabled={from === '' || to === '' || to < from}
      onConfirm={run}
      onClose={onClose}
    >
      <p>All events of this time, in your time zone, whether they were delivered or not: at most 10,000.</p>
      <FieldRow>
        {field('From', from, setFrom)}
        {field('To', to, setTo)}
      </FieldRow>
    </Confirm>
  );
}
