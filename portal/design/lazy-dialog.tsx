/** Around a dialog, or a view, whose code loads when it first opens, so that its page is lighter. A page that is gone, after an upgrade, says so. */
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

/** A dialog that cannot be loaded: the page stays, and a toast says that it must be loaded again. */
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
