/** Changes role, warehouses, and the badge and PIN with which a person identifies at shared stations. */
import { useState } from 'react';
import { codeOfScan } from '../../../src/contract/scanned-code.ts';
import { call, type RequestOf } from '../../api/client.ts';
import type { Role } from '../../api/session.ts';
import { Confirm } from '../../design/confirm.tsx';
import { editConflictText, useExpectedVersion } from '../../design/expected-version.tsx';
import { TextField } from '../../design/fields.tsx';
import { useInitialValue } from '../../design/initial-value.ts';
import { notify } from '../../design/toasts.tsx';
import { OperatorFields, parseWarehouseCodes } from './operator-fields.tsx';
import type { OperatorRecord } from './operator-record.ts';

interface ChangeOperatorDialogProps {
  readonly operator: OperatorRecord;
  readonly onClose: () => void;
}

export function ChangeOperatorDialog({ operator: current, onClose }: ChangeOperatorDialogProps) {
  const operator = useInitialValue(current);
  const { Email, IsStation, HasPin } = operator;
  const [role, setRole] = useState<Role>(operator.Role);
  const [warehouses, setWarehouses] = useState(operator.Warehouses.join(' '));
  const [badge, setBadge] = useState(operator.Badge ?? '');
  const [pin, setPin] = useState('');
  const codes = parseWarehouseCodes(warehouses);
  const change: RequestOf<'/api/Operators/Update'> = {
    Email,
    ...(role !== operator.Role && { Role: role }),
    ...(codes.join() !== operator.Warehouses.join() && { Warehouses: codes }),
    ...(badge.trim() !== (operator.Badge ?? '') && { Badge: codeOfScan(badge) }),
    ...(pin !== '' && { Pin: pin }),
  };
  const version = useExpectedVersion(operator.Version, async (signal) => await readOperator(Email, signal));
  const run = async (): Promise<void> => {
    await version.send((expected) => call('/api/Operators/Update', { ...change, ...expected }));
    notify(`${Email} is changed.`);
    onClose();
  };
  return (
    <Confirm
      title={`Change ${Email}`}
      action="Save"
      isDisabled={Object.keys(change).length === 1}
      onConfirm={run}
      onClose={onClose}
    >
      <OperatorFields role={role} setRole={setRole} warehouses={warehouses} setWarehouses={setWarehouses} />
      {role !== operator.Role && <p className="quiet">Another role ends all sessions of this account.</p>}
      {!IsStation && (
        <>
          <TextField
            label="Badge"
            description="As a scanner reads it. Shared stations ask for it, and for the PIN."
            autoComplete="off"
            maxLength={64}
            value={badge}
            onChange={setBadge}
          />
          <TextField
            label="PIN"
            description={HasPin ? '4 to 8 digits. Empty: as it is.' : '4 to 8 digits.'}
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            value={pin}
            onChange={(text) => setPin(text.replaceAll(/\D/g, ''))}
          />
        </>
      )}
      {version.isReplaced && <p>{editConflictText}</p>}
    </Confirm>
  );
}

async function readOperator(email: string, signal: AbortSignal): Promise<OperatorRecord | undefined> {
  const { Records } = await call('/api/Operators/List', { Text: email, IncludeDisabled: true, Top: 200 }, signal);
  return Records.find(({ Email }) => Email === email);
}
