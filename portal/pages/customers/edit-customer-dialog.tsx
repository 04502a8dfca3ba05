/** Changes the name and the settings of a winery. An empty field means the setting for all customers. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { codeOptions, useCarrierNames } from '../../api/carriers.ts';
import { call } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { editConflictText, useExpectedVersion } from '../../design/expected-version.tsx';
import { FieldRow, TextField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import { WorkingDays } from '../../design/working-days.tsx';
import { TokenPolicySelect } from './create-customer-dialog.tsx';
import { type CustomerReply, inheritedSettingText, type RateLimit, shortPickPolicyNames } from './customer-record.ts';

interface EditCustomerProps {
  readonly customer: CustomerReply;
  readonly onClose: () => void;
}

type Preferences = CustomerReply['Preferences'];

export function EditCustomerDialog({ customer: current, onClose }: EditCustomerProps) {
  // Keep the first record: a change by a colleague meanwhile is not a change of this dialog.
  const [customer] = useState(current);
  const { CustomerNo, CustomerName, RateLimits } = customer;
  const [name, setName] = useState(CustomerName);
  const [preferences, setPreferences] = useState(customer.Preferences);
  const [requests, setRequests] = useState(limitText(RateLimits.Requests));
  const [getDetails, setGetDetails] = useState(limitText(RateLimits.GetDetails));
  const [policy, setPolicy] = useState(customer.TokenPolicy);
  const limits = {
    ...(isGiven(requests) && { Requests: limitOf(requests) }),
    ...(isGiven(getDetails) && { GetDetails: limitOf(getDetails) }),
  };
  const [changedPreferences, unsetPreferences] = differences(customer.Preferences, preferences);
  const [changedLimits, unsetLimits] = differences(RateLimits, limits);
  const unset = [...unsetPreferences, ...unsetLimits];
  const changes = {
    ...(name.trim() !== CustomerName && { CustomerName: name.trim() }),
    ...(Object.keys(changedPreferences).length > 0 && { Preferences: changedPreferences }),
    ...(Object.keys(changedLimits).length > 0 && { RateLimits: changedLimits }),
    ...(unset.length > 0 && { Unset: unset }),
    ...(policy !== customer.TokenPolicy && { TokenPolicy: policy }),
  };
  const version = useExpectedVersion(customer.Version, (signal) => call('/api/Customers/Get', { CustomerNo }, signal));
  const run = async (): Promise<void> => {
    await version.send((expected) => call('/api/Customers/Update', { CustomerNo, ...changes, ...expected }));
    notify(`${name.trim()} is changed.`);
    onClose();
  };
  return (
    <Confirm
      title={`Change ${CustomerName}`}
      action="Save"
      size={600}
      isDisabled={name.trim() === '' || Object.keys(changes).length === 0}
      onConfirm={run}
      onClose={onClose}
    >
      <p>It applies within a second, to orders that are accepted from then on.</p>
      <TextField label="Name of the winery" maxLength={200} value={name} onChange={setName} data-autofocus />
      <PreferenceFields value={preferences} onChange={setPreferences} />
      <LimitFields label="All requests" value={requests} onChange={setRequests} />
      <LimitFields label="GetDetails" value={getDetails} onChange={setGetDetails} />
      <TokenPolicySelect value={policy} onChange={setPolicy} />
      {version.isReplaced && <p>{editConflictText}</p>}
    </Confirm>
  );
}

interface FieldsProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function PreferenceFields({ value, onChange }: FieldsProps<Preferences>) {
  const { Carrier = '', Service = '', Warehouse = '', ShipDays = [], ShortPicks = 'ship short' } = value;
  const { carriers, services, serviceName } = useCarrierNames();
  const warehouses = useOperation('/api/Warehouses/List', {});
  const listed = warehouses.data?.Records.map((each) => each.Warehouse) ?? [];
  const codes = listed.includes(Warehouse) || Warehouse === '' ? listed : [...listed, Warehouse];
  /** Changes preferences; empty ones are left out. */
  const change = (changes: Record<string, string | readonly number[]>): void => {
    const preferences = Object.entries({ ...value, ...changes }).filter(([, given]) => given.length > 0);
    onChange(Object.fromEntries(preferences) as Preferences);
  };
  return (
    <>
      <FieldRow>
        <Select
          label="Carrier"
          data={[asForAllOption, ...codeOptions(carriers)]}
          value={Carrier}
          onChange={(code) => change({ Carrier: code ?? '' })}
          allowDeselect={false}
        />
        <Select
          label="Service"
          data={[
            asForAllOption,
            ...codeOptions(services.map(({ Code }) => ({ Code, Name: serviceName(Carrier, Code) }))),
          ]}
          value={Service}
          onChange={(code) => change({ Service: code ?? '' })}
          allowDeselect={false}
        />
        <Select
          label="Warehouse"
          data={[{ value: '', label: inheritedSettingText }, ...codes]}
          value={Warehouse}
          onChange={(code) => change({ Warehouse: code ?? '' })}
          allowDeselect={false}
        />
      </FieldRow>
      <WorkingDays
        legend="Days on which its orders ship; none: every day of the warehouse"
        value={ShipDays}
        onChange={(days) => change({ ShipDays: days })}
      />
      <Select
        label="When bottles are missing in picking, its orders"
        data={Object.entries(shortPickPolicyNames).map(([rule, label]) => ({ value: rule, label }))}
        value={ShortPicks}
        // The default rule is to ship short.
        onChange={(rule) => change({ ShortPicks: rule === 'ship short' ? '' : (rule ?? '') })}
        allowDeselect={false}
      />
    </>
  );
}

/** The option of a setting that the customer has not set. */
const asForAllOption = { value: '', label: inheritedSettingText };

/** The settings that a person changed, and the names of those that are as for all customers again. */
function differences<Settings extends object>(
  before: Settings,
  after: Settings,
): [Partial<Settings>, (keyof Settings)[]] {
  const names = Object.keys(before) as (keyof Settings)[];
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Settings]);
  const changed = Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Settings>;
  return [changed, names.filter((name) => !(name in after))];
}

interface LimitText {
  readonly perSecond: string;
  readonly burst: string;
}

const limitText = (limit: RateLimit | undefined): LimitText => ({
  perSecond: limit === undefined ? '' : String(limit.PerSecond),
  burst: limit === undefined ? '' : String(limit.Burst),
});

const isGiven = ({ perSecond, burst }: LimitText): boolean => perSecond !== '' || burst !== '';
const limitOf = ({ perSecond, burst }: LimitText): RateLimit => ({
  PerSecond: Number(perSecond),
  Burst: Number(burst),
});

function LimitFields({ label, value, onChange }: FieldsProps<LimitText> & { readonly label: string }) {
  return (
    <FieldRow>
      <TextField
        type="number"
        min={0}
        step="any"
        label={`${label} a second`}
        placeholder={inheritedSettingText}
        value={value.perSecond}
        onChange={(text) => onChange({ ...value, perSecond: text })}
      />
      <TextField
        type="number"
        min={1}
        label={`${label} at once`}
        placeholder={inheritedSettingText}
        value={value.burst}
        onChange={(text) => onChange({ ...value, burst: text })}
      />
    </FieldRow>
  );
}
