/** The button of a page for a new record: `New holiday…`. */
import { Button } from '@mantine/core';
import { PlusIcon } from './icons.tsx';

export function NewButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button leftSection={<PlusIcon size={16} />} onClick={onClick}>
      {label}
    </Button>
  );
}
