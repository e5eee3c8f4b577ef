import { create } from 'zustand'

/** Which of the account's drawers and dialogs is open: the account menu shows them, the command palette opens them too. */
export const useAccountDialog = create<{ open: 'profile' | 'logout' | null }>(() => ({ open: null }))

export function openProfile(): void {
  useAccountDialog.setState({ open: 'profile' })
}

/** Asks before anybody is signed out. */
export function askSignOut(): void {
  useAccountDialog.setState({ open: 'logout' })
}

export function closeAccountDialog(): void {
  useAccountDialog.setState({ open: null })
}
