/** How mails leave this installation. */
export type MailPost = {
  /** By SMTP; otherwise they stay here. */
  sends: boolean
  brandName: string
}
