import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { useLanguage } from '../../i18n.ts'
import { cssVariables, paletteOf } from '../look/palette.ts'
import { useNotices } from '../notices/notify.ts'
import { useSettings } from '../preferences/settings.ts'
import './base.css'
import '../look/focus.css'

// Fetched with the first message: messages wait until it is there.
const Notifier = lazy(() => import('../notices/notifier.tsx'))

/** Puts the colours and the other settings where plain CSS finds them. */
function usePageStyle(): void {
  const settings = useSettings()
  useLayoutEffect(() => {
    const { documentElement: root } = document
    for (const [name, value] of Object.entries(cssVariables(paletteOf(settings)))) root.style.setProperty(name, value)
    root.dataset.theme = settings.theme
    root.dataset.density = settings.density
    root.toggleAttribute('data-weak', settings.colourWeak)
  }, [settings])
}

/** Colours, language, queries and notifications around everything. */
export function Root({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const needed = useNotices((state) => state.needed)
  usePageStyle()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <QueryClientProvider client={queryClient}>
      {needed && (
        <Suspense>
          <Notifier />
        </Suspense>
      )}
      {children}
    </QueryClientProvider>
  )
}
