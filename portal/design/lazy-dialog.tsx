/** Wraps a dialog or view whose code loads when it first opens. If its file no longer exists after an upgrade, a toast says so. */
import { Component, type ReactNode, Suspense } from 'react';
import { notifyError } from './toasts.tsx';

interface LazyDialogProps {
  readonly children: ReactNode;
}

export function LazyDialog({ children }: LazyDialogProps) {
  return (
    <LoadFailure>
      <Suspense fallback={null}>{children}</Suspense>
    </LoadFailure>
  );
}

/** Catches a failed load: the page stays, and a toast shows the error. */
class LoadFailure extends Component<LazyDialogProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    notifyError(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
