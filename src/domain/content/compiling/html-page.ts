/** Wraps the content of a template in an HTML page. */
export const htmlPage = (body: string): string => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body style="margin:0">
<div class="page">
${body}</div>
</body>
</html>
`;
