// Loaded before a program (NODE_OPTIONS=--require): a Node that no longer hands out its bindings.
'use strict';
Object.defineProperty(process, 'binding', { value: undefined });
