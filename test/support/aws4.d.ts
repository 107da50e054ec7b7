declare module 'aws4' {
  interface SignedRequest {
    service: string;
    region: string;
    method: string;
    path: string;
    headers: Record<string, string>;
  }
  const aws4: {
    sign(
      request: SignedRequest,
      key: { accessKeyId: string; secretAccessKey: string },
    ): { headers: Record<string, string> };
  };
  export default aws4;
}
