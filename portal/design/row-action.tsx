/** An action of one row, as a button at its end. */
import { Button } from '@mantine/core';

interface RowActionProps {
  /** The word on the button, with dots where a dialog follows: `Close…`. */
  readonly action: string;
  /** With the row, for assistive technology: `Close window TX, OK`. */
  readonly label: string;
  readonly onClick: () => void;
  /** Whether the action runs now. */
  readonly isRunning?: boolean;
}

export function RowActionButton({ action, label, onClick, isRunning = false }: RowActionProps) {
  return (
    <Button variant="subtle" color="gray" size="compact-sm" aria-label={label} loading={isRunning} onClick={onClick}>
      {action}
    </Button>
  );
}
