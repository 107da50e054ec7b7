import { FORM_TOKEN, PROOF } from '../../domain/forms/form-html.ts';
import { OVERLAY_SCRIPT } from './overlay-script.ts';

/**
 * The script for sites with a form (at most 5 kB). It fetches a form token, solves the challenge if there is one, sends the
 * form as JSON and shows the result in place of the form. If anything fails, the browser sends the form as without a script.
 * Two copies of it on a page bind each form once.
 */
export const FORM_SCRIPT = `(()=>{let d=document,z=(f,a)=>f.getAttribute(a),own=(f,g)=>f.tidings||(f.tidings=1,g(f));
async function solve(c){let q=c.parameters,x=h=>Uint8Array.from(h.match(/../g),v=>parseInt(v,16)),n=x(q.nonce),l=n.length,b=new Uint8Array(l+4),v=new DataView(b.buffer),s=crypto.subtle;b.set(n);
for(let i=0;;i++){v.setUint32(l,i);let k=await s.importKey("raw",b,"PBKDF2",!1,["deriveBits"]),h=Array.from(new Uint8Array(await s.deriveBits({name:"PBKDF2",hash:"SHA-256",salt:x(q.salt),iterations:q.cost},k,8*q.keyLength)),y=>y.toString(16).padStart(2,0)).join("");
if(h.startsWith(q.keyPrefix))return btoa(JSON.stringify({challenge:c,solution:{counter:i,derivedKey:h}}))}}
function bind(f,done){let u=z(f,"action"),p,w,busy,n=async m=>{let c=(await(await fetch(u+"/pass"+m)).json()).data;p=c.pass;w=c.challenge&&solve(c.challenge);w&&w.catch(()=>{})},r=n(z(f,"data-tidings")).catch(()=>{}),
say=(t,role,e)=>{let o=d.createElement("div");o.setAttribute("role",role);for(let s of t){let k=d.createElement("p");k.textContent=s;o.append(k)}e(o);return o},old;
f.addEventListener("submit",async e=>{e.preventDefault();if(busy)return;busy=1;try{await r;for(let t=0;;t++){let b={};new FormData(f).forEach((v,k)=>{k in b||(b[k]=v)});b.${FORM_TOKEN}=p;b.${PROOF}=await w;
let a=await fetch(u,{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify(b)}),j=await a.json();
if(a.ok){let s=j.data;done&&done();if(s.redirect)location.href=s.redirect;else{let o=say([s.title,s.text],"status",o=>(f.closest(".tidings-content")||f).replaceWith(o));o.tabIndex=-1;o.focus()}return}
if(t<1&&j.errors.${FORM_TOKEN}){await n("?again");continue}
old&&old.remove();old=say(Object.values(j.errors).flat().concat(Object.keys(j.errors)[0]?[]:j.message),"alert",o=>f.append(o));break}busy=0}catch(x){HTMLFormElement.prototype.submit.call(f)}})}
${OVERLAY_SCRIPT}d.querySelectorAll("form[data-tidings]").forEach(f=>own(f,bind));d.querySelectorAll("script[data-tidings]").forEach(s=>own(s,over))})()
`;
