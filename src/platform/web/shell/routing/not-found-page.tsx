import { useEffect } from 'react'
import { useShellText } from '../../i18n.ts'
import { productTitle } from '../frame/brand.tsx'
import { ExceptionView } from '../notices/exception.tsx'

/** The page /404: where every unknown address ends. */
export default function NotFoundPage() {
  const title = useShellText()('exception.title404')
  useEffect(() => {
    document.title = `${title} - ${productTitle()}`
  }, [title])
  return (
    <main>
      <ExceptionView kind="404" />
    </main>
  )
}
