/** The playground's first query. */
export const WELCOME = `# Tidings. Put your token under "Headers" below:
#   { "Authorization": "Bearer tidings_…" }
# then run this, and look around with the book icon on the left.

query Welcome {
  lists(first: 5) {
    totalCount
    nodes {
      name
      subscribedCount
      subscribers(first: 3) {
        nodes {
          email
          tags
        }
      }
    }
  }
}
`;
