import type { PaginationProps } from 'antd'
import { cloneElement, isValidElement } from 'react'
import { useShellText } from '../../i18n.ts'

/** For `itemRender` of a Pagination: its two buttons have names, antd gives them none. */
export function usePageItems(): NonNullable<PaginationProps['itemRender']> {
  const t = useShellText()
  return (_page, type, item) => {
    if ((type !== 'prev' && type !== 'next') || !isValidElement<{ 'aria-label'?: string }>(item)) return item
    return cloneElement(item, { 'aria-label': t(type === 'prev' ? 'list.previousPage' : 'list.nextPage') })
  }
}
