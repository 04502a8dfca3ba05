/**
 * Dialogs and views whose code loads when they first open. If the file cannot be loaded, a toast says so; a dialog is closed,
 * and opening it again loads the file again.
 */
import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';
import { notifyError } from './toasts.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

/** The code of a dialog. React keeps the failure of a `lazy` component, so a failed one is replaced. */
interface DialogCode<Props extends DialogProps> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>;
  Loaded: LazyExoticComponent<ComponentType<Props>>;
}

/** Makes a component of a dialog that loads its code. */
export function lazyDialog<Props extends DialogProps>(load: DialogCode<Props>['load']): (props: Props) => ReactNode {
  const code: DialogCode<Props> = { load, Loaded: lazy(load) };
  return (props) => <LoadedDialog code={code} dialog={props} />;
}

function LoadedDialog<Props extends DialogProps>({ code, dialog }: { code: DialogCode<Props>; dialog: Props }) {
  const onFailure = (): void => {
    code.Loaded = lazy(code.load);
    dialog.onClose();
  };
  return (
    <LazyView onFailure={onFailure}>
      <code.Loaded {...dialog} />
    </LazyView>
  );
}

interface LazyViewProps {
  readonly children: ReactNode;
  readonly onFailure?: () => void;
}

/** Wraps a view that is `lazy`. */
export function LazyView({ children, onFailure }: LazyViewProps) {
  return (
    <LoadFailure onFailure={onFailure}>
      <Suspense fallback={null}>{children}</Suspense>
    </LoadFailure>
  );
}

interface LoadFailureProps {
  readonly children: ReactNode;
  readonly onFailure: (() => void) | undefined;
}

/** Catches a failed load, and an error of the content: the page stays, and a toast shows the error. */
class LoadFailure extends Component<LoadFailureProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    notifyError(error);
    this.props.onFailure?.();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
