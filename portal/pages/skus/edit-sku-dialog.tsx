/** Changes the description and the value of an item, as its winery can through the interface. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { editConflictText, useExpectedVersion } from '../../design/expected-version.tsx';
import { TextField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import type { SkuReply } from './sku-page.tsx';

interface EditSkuProps {
  readonly sku: SkuReply;
  readonly onClose: () => void;
}

export function EditSkuDialog({ sku: current, onClose }: EditSkuProps) {
  // Keep the first record: a change by a colleague meanwhile is not a change of this dialog.
  const [sku] = useState(current);
  const { CustomerNo, ItemNo } = sku;
  const [description, setDescription] = useState(sku.Description);
  const [value, setValue] = useState(sku.Value);
  const changes = {
    ...(description.trim() !== sku.Description && { Description: description.trim() }),
    ...(value.trim() !== sku.Value && { Value: value.trim() }),
  };
  const version = useExpectedVersion(sku.Version, (signal) => call('/api/SKUs/Get', { CustomerNo, ItemNo }, signal));
  const run = async (): Promise<void> => {
    await version.send((expected) => call('/api/SKUs/Update', { CustomerNo, ItemNo, ...changes, ...expected }));
    notify(`Item ${ItemNo} is changed.`);
    onClose();
  };
  return (
    <Confirm
      title={`Change ${ItemNo}`}
      action="Save"
      isDisabled={description.trim() === '' || value.trim() === '' || Object.keys(changes).length === 0}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        It applies to orders and movements from now on; earlier ones keep the description that they had. What else an
        item is cannot be changed: the winery retires it and creates another one.
      </p>
      <TextField label="Description" maxLength={255} value={description} onChange={setDescription} data-autofocus />
      <TextField label="Value of a unit in dollars" inputMode="decimal" value={value} onChange={setValue} />
      {version.isReplaced && <p>{editConflictText}</p>}
    </Confirm>
  );
}
