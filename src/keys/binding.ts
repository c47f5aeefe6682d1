import type { Press } from './press.ts';

/**
 * A key with what it does. Dispatch, the footer, the help screen and the documentation all read this one
 * object, so none of them can disagree.
 */
export interface Binding {
  /** Press names; the first one is shown. */
  readonly keys: readonly string[];
  /** The name in the configuration, where that is not the label. */
  readonly name?: string;
  /** One or two words for the footer. */
  readonly label: string;
  /** One sentence for the help screen. */
  readonly help: string;
  /** Footer rank, lowest first; without one the binding is listed in the help only. */
  readonly footer?: number;
  /** Why the key does nothing just now, in words; nothing when it works. */
  readonly disabled?: (() => string | undefined) | undefined;
  readonly run: () => void;
}

/** Bindings that are active together: a pane's, a dialog's, the whole program's. */
export interface Layer {
  readonly title: string;
  readonly bindings: readonly Binding[];
  /** A modal layer hides all layers outside it. */
  readonly modal?: boolean;
  /** Takes the presses that no binding of this layer wants, as a text input does. */
  readonly text?: (press: Press) => void;
  /** Takes a pasted text, as it came; without it a paste is refused. */
  readonly paste?: (text: string) => void;
}

/** The outcome of a press; `text` went to a layer that takes typed text. */
export type Dispatched =
  | { readonly kind: 'ran'; readonly binding: Binding }
  | { readonly kind: 'disabled'; readonly binding: Binding; readonly reason: string }
  | { readonly kind: 'text' }
  | { readonly kind: 'unbound' };

/** The layers that hear a key, from the innermost to the first modal one. */
export function reachable(layers: readonly Layer[]): readonly Layer[] {
  const modal = layers.findIndex((layer) => layer.modal);
  return modal < 0 ? layers : layers.slice(0, modal + 1);
}

/** Gives the press to the innermost layer that has a use for it. */
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

/** Keys that stand twice in one layer, where the second could never be reached. */
export function clashes(layer: Layer): string[] {
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const key of layer.bindings.flatMap((binding) => binding.keys)) {
    if (seen.has(key)) twice.push(key);
    seen.add(key);
  }
  return twice;
}
