/** Opens or closes a state. It says first how many open orders that holds or releases. */
import { MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { call, type RequestOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { ReplacementNote, useExpectedVersion } from '../../design/expected-version.tsx';
import { notify } from '../../design/toasts.tsx';
import { usStateName, usStateOptions } from '../../design/us-states.ts';
import { usePreview } from './preview.ts';
import { type Rules, useReadRules } from './read-rules.ts';
import { appliedEffectInWords, isPreviewReady, RuleEffectPreview } from './rule-effect.tsx';
import { orderTypeOptions } from './rule-records.ts';

type LicenseRequest = RequestOf<'/api/Rules/SetLicense'>;

/** The values with which the dialog opens. */
export interface LicenseDialogValues {
  readonly open: boolean;
  readonly state?: string;
  readonly customerNo?: string;
  readonly orderType?: string;
}

interface LicenseDialogProps {
  readonly target: LicenseDialogValues;
  readonly onClose: () => void;
}

export function LicenseDialog({ target, onClose }: LicenseDialogProps) {
  const [isOpen, setIsOpen] = useState(target.open);
  const [state, setState] = useState(target.state ?? '');
  const [customerNo, setCustomerNo] = useState(target.customerNo ?? '');
  const [types, setTypes] = useState<string[]>(target.orderType === undefined ? [] : [target.orderType]);
  const request: LicenseRequest = {
    ...(customerNo !== '' && { CustomerNo: customerNo }),
    State: state,
    ...(types.length > 0 && { OrderTypes: types as NonNullable<LicenseRequest['OrderTypes']> }),
    Open: isOpen,
  };
  const read = useReadRules();
  const isComplete = state !== '';
  const preview = usePreview('/api/Rules/SetLicense', request, isComplete);
  const owner = customerNo === '' ? '*' : customerNo;
  const versionIn = ({ LicenseRules }: Rules): string =>
    LicenseRules.find(({ CustomerNo, State }) => CustomerNo === owner && State === state)?.Version ?? '';
  const version = useExpectedVersion(
    read && versionIn(read),
    async (signal) => ({ Version: versionIn(await call('/api/Rules/List', {}, signal)) }),
    `${owner} ${state}`,
  );
  const run = async (): Promise<void> => {
    const done = await version.send((expected) => call('/api/Rules/SetLicense', { ...request, ...expected }));
    notify(`${usStateName(state)} is ${isOpen ? 'open' : 'closed'}: ${appliedEffectInWords(done)}`);
    onClose();
  };
  const verb = isOpen ? 'Open' : 'Close';
  return (
    <Confirm
      title={target.state === undefined ? 'Open or close a state' : `${verb} ${usStateName(target.state)}`}
      action={state === '' ? `${verb} state` : `${verb} ${usStateName(state)}`}
      isDisabled={!isComplete || !isPreviewReady(preview)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        A rule of one winery takes precedence over one for all wineries, and a rule for one order type over one for all
        types. Without a rule a state is open.
      </p>
      <Select
        label="State"
        data={usStateOptions}
        value={state === '' ? null : state}
        onChange={(value) => setState(value ?? '')}
        searchable
        maxDropdownHeight={220}
        data-autofocus={target.state === undefined || undefined}
      />
      <Select
        label="Orders to it"
        data={[
          { value: 'closed', label: 'Wait: the state is closed' },
          { value: 'open', label: 'Ship: the state is open' },
        ]}
        value={isOpen ? 'open' : 'closed'}
        onChange={(value) => setIsOpen(value === 'open')}
        allowDeselect={false}
        data-autofocus={target.state !== undefined || undefined}
      />
      <MultiSelect
        label="Order types"
        data={orderTypeOptions}
        value={types}
        onChange={setTypes}
        placeholder={types.length === 0 ? 'All order types' : ''}
      />
      <CustomerField value={customerNo} onChange={setCustomerNo} emptyLabel="All wineries" />
      <RuleEffectPreview
        preview={preview}
        isComplete={isComplete}
        {...(!isOpen && { later: 'Orders that are accepted later wait as well.' })}
      />
      <ReplacementNote version={version} />
    </Confirm>
  );
}
