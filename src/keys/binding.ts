import type { Press } from './press.ts';

/**
 * A key with its function. Dispatch, the footer, the help screen and the documentation all read this object, so they
 * cannot disagree.
 */
export interface Binding {
  /** Press names; the first one is shown. */
  readonly keys: readonly string[];
  /** The name in the configuration, if it differs from the label. */
  readonly name?: string;
  /** One or two words for the footer. */
  readonly label: string;
  /** One sentence for the help screen. */
  readonly help: string;
  /** The rank in the footer, lowest first; without one the binding is listed only in the help. */
  readonly footer?: number;
  /** The reason why the key does nothing now; undefined if it works. */
  readonly disabled?: (() => string | undefined) | undefined;
  readonly run: () => void;
}

/** Bindings that are active together: those of a pane, of a dialog, of the whole program. */
export interface Layer {
  readonly title: string;
  readonly bindings: readonly Binding[];
  /** A modal layer hides all layers outside it. */
  readonly modal?: boolean;
  /** Handles presses that no binding of this layer handles, such as typing into a text input. */
  readonly text?: (press: Press) => void;
  /** Handles pasted text, unmodified; without this a paste is refused. */
  readonly paste?: (text: string) => void;
}

/** The outcome of a press; `text` means that a layer with a text input got it. */
export type Dispatched =
  | { readonly kind: 'ran'; readonly binding: Binding }
  | { readonly kind: 'disabled'; readonly binding: Binding; readonly reason: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'unbound' };

/** The layers that can handle a key: from the innermost to the first modal one. */
export function reachable(layers: readonly Layer[]): readonly Layer[] {
  const modal = layers.findIndex((layer) => layer.modal);
  return modal < 0 ? layers : layers.slice(0, modal + 1);
}

/** Passes a press to the innermost layer that handles it. */
export function dispatch(layers: readonly Layer[], press: Press): Dispatched {
  for (const layer of reachable(layers)) {
    const binding = layer.bindings.find((candidate) => candidate.keys.includes(press.name));
    if (binding) {
      const reason = binding.disabled?.();
      if (reason !== undefined) return { kind: 'disabled', binding, reason };
      binding.run();
      return { kind: 'ran', binding };
    }
    if (layer.text) {
      layer.text(press);
      return { kind: 'text' };
    }
  }
  return { kind: 'unbound' };
}
