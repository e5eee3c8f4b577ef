import { type Context, createContext, type ReactNode, useContext, useState } from 'react'

type Open<Dialog> = (dialog: Dialog) => void
/** `open` puts another dialog in the place of this one. */
type Draw<Dialog> = (dialog: Dialog, close: () => void, open: Open<Dialog>) => ReactNode

/**
 * The one dialog that a screen may have open: `Host` stands around the screen and draws it, whatever stands inside (a row's action,
 * a toolbar) opens it with `useOpen`. Made once, beside the screen.
 */
export function dialogHost<Dialog>(draw: Draw<Dialog>) {
  const context = createContext<Open<Dialog>>(() => undefined)
  return {
    // biome-ignore lint/correctness/noComponentHookFactories: called once, at module level, as createContext is
    Host: ({ children }: { children: ReactNode }) => (
      <Frame context={context} draw={draw}>
        {children}
      </Frame>
    ),
    useOpen: () => useContext(context),
  }
}

function Frame<Dialog>({ context: OpenContext, draw, children }: { context: Context<Open<Dialog>>; draw: Draw<Dialog>; children: ReactNode }) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  return (
    <OpenContext value={setDialog}>
      {children}
      {dialog !== null && draw(dialog, () => setDialog(null), setDialog)}
    </OpenContext>
  )
}
