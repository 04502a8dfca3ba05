/** The plan of a warehouse: after how many days the items of each class are counted again. */
import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ReplacementNote, useExpectedVersion } from '../../design/expected-version.tsx';
import { FieldRow } from '../../design/fields.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { useInitialValue } from '../../design/initial-value.ts';
import { Panel } from '../../design/page.tsx';
import { QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';

export function CountPlanPanel({ warehouse }: { readonly warehouse: string }) {
  const plan = useOperation('/api/Counts/GetPlan', { Warehouse: warehouse });
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Plan"
      note="classes by what moved in 90 days"
      actions={
        <Button variant="default" onClick={() => setOpen(true)} disabled={plan.data === undefined}>
          Change…
        </Button>
      }
    >
      <QueryState query={plan}>
        {plan.data?.Classes.map(({ Class, Days, Items, Due }) => (
          <p key={Class}>
            {Class}: {countOf(Items, 'item')}, {Days === 0 ? 'not by plan' : `every ${countOf(Days, 'day')}`}
            {Due > 0 && `, ${formatCount(Due)} due`}
          </p>
        ))}
      </QueryState>
      {isOpen && plan.data && (
        <PlanDialog
          warehouse={warehouse}
          classes={plan.data.Classes}
          version={plan.data.Version}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}

interface PlanDialogProps {
  readonly warehouse: string;
  readonly classes: ReplyOf<'/api/Counts/GetPlan'>['Classes'];
  /** The version of the plan that was read. */
  readonly version: string;
  readonly onClose: () => void;
}

function PlanDialog({ onClose, ...current }: PlanDialogProps) {
  const { warehouse, classes, version: shown } = useInitialValue(current);
  const version = useExpectedVersion(
    shown,
    async (signal) => await call('/api/Counts/GetPlan', { Warehouse: warehouse }, signal),
  );
  const [days, setDays] = useState<Readonly<Record<string, number>>>(
    Object.fromEntries(classes.map(({ Class, Days }) => [Class, Days])),
  );
  const { A = 0, B = 0, C = 0 } = days;
  const isMixed = [A, B, C].includes(0) && A + B + C > 0;
  const save = async (): Promise<void> => {
    const plan = { Warehouse: warehouse, DaysA: A, DaysB: B, DaysC: C };
    await version.send((expected) => call('/api/Counts/SetPlan', { ...plan, ...expected }));
    notify(`The plan of ${warehouse} is saved.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm title={`Plan of ${warehouse}`} action="Save" isDisabled={isMixed} onConfirm={save} onClose={onClose}>
      <p>
        Items are due again after so many days. A makes 80 % of the units that moved in the last 90 days, B the next 15
        %, C the rest. Three zeros remove the plan.
      </p>
      <FieldRow>
        {(['A', 'B', 'C'] as const).map((name) => (
          <NumberInput
            key={name}
            label={`Class ${name}`}
            min={0}
            max={3650}
            allowDecimal={false}
            hideControls
            error={isMixed && days[name] === 0 && 'Days, or 0 for all three'}
            value={days[name] ?? 0}
            onChange={(value) => setDays({ ...days, [name]: Number(value) })}
          />
        ))}
      </FieldRow>
      <ReplacementNote version={version} />
    </Confirm>
  );
}
