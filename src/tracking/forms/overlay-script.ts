/**
 * The part of the script that opens a form over a site (docs/adr/0200). It remembers in the browser's storage that a visitor
 * closed the form or signed up, and asks nobody again before their time. A style sheet that a script makes needs no rule in
 * the site's content security policy, and a shadow tree keeps the styles of site and form apart.
 */
export const OVERLAY_SCRIPT = `async function over(s){let k="tidings-"+z(s,"data-tidings"),u=s.src.replace(/[^/]*$/,z(s,"data-tidings")),kept=v=>{try{return v?localStorage.setItem(k,v):localStorage.getItem(k)}catch(x){}},b=kept(),isOpen,a,o;
if(b=="subscribed"||b>Date.now())return;
try{a=await fetch(u+"/overlay");o=a.ok&&(await a.json()).data}catch(x){}if(!o)return;
let open=()=>{if(isOpen)return;isOpen=1;let h=d.createElement("div"),r=h.attachShadow({mode:"open"}),y=new CSSStyleSheet,back,isDone;y.replaceSync(o.css);r.adoptedStyleSheets=[y];r.innerHTML=o.html;
let g=r.firstChild,f=r.querySelector("form"),key=e=>{e.key=="Escape"&&!e.defaultPrevented&&close()},close=()=>{isDone||kept(Date.now()+o.days*864e5);removeEventListener("keydown",key);let had=d.activeElement==h;h.remove();had&&back&&back.focus()};
d.body.append(h);bind(f,()=>{isDone=1;kept("subscribed")});
r.querySelector(".x").onclick=()=>g.close?g.close():close();
if(g.showModal){f.elements.email.autofocus=!0;g.onclick=e=>{e.target==g&&g.close()};g.onclose=close;g.showModal()}
else{h.addEventListener("focusin",e=>{back=e.relatedTarget||back});addEventListener("keydown",key)}};
if(o.seconds!=null)setTimeout(open,o.seconds*1e3);
if(o.percent)addEventListener("scroll",()=>{let e=d.documentElement;100*scrollY>=o.percent*(e.scrollHeight-innerHeight)&&open()},{passive:!0});
if(o.leave)d.addEventListener("mouseout",e=>{!e.relatedTarget&&e.clientY<=0&&open()})}
`;
